package io.faregate.analytics.store;

import io.faregate.analytics.row.IdHash;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells for nearly every new row id that it is new, without asking the database. Not safe for use by several threads.
 *
 * <p>A blocked Bloom filter (Putze, Sanders, Singler 2007): an id sets {@value #PROBES} bits within one block of 512,
 * one cache line. 40 bits an id keep false alarms near one in a million, so that a batch of 10,000 rarely needs the
 * exact look-up; segments are added as ids come. An id once added is always found: false answers are only ever
 * "perhaps".
 */
final class IdFilter {
    private static final int PROBES = 12;
    private static final int IDS_PER_SEGMENT = 1 << 20;
    private static final int WORDS_PER_BLOCK = 8;
    private static final int BLOCKS = IDS_PER_SEGMENT * 40 / 512;

    private final List<long[]> segments = new ArrayList<>();
    private int inLast = IDS_PER_SEGMENT;

    /** Whether the id of this {@link IdHash} may have been added. */
    boolean mayContain(long hash) {
        int block = block(hash);
        for (long[] segment : segments) {
            if (hasAll(segment, block, hash)) {
                return true;
            }
        }
        return false;
    }

    /** Adds the id of this {@link IdHash}. */
    void add(long hash) {
        if (inLast == IDS_PER_SEGMENT) {
            segments.add(new long[BLOCKS * WORDS_PER_BLOCK]);
            inLast = 0;
        }
        inLast++;
        long[] segment = segments.get(segments.size() - 1);
        int base = block(hash) * WORDS_PER_BLOCK;
        long bits = IdHash.mix(hash);
        for (int i = 0; i < PROBES; i++) {
            int bit = (int) (bits & 511);
            segment[base + (bit >>> 6)] |= 1L << (bit & 63);
            bits = i == 6 ? IdHash.mix(hash + 1) : bits >>> 9;
        }
    }

    private static boolean hasAll(long[] segment, int block, long hash) {
        int base = block * WORDS_PER_BLOCK;
        long bits = IdHash.mix(hash);
        for (int i = 0; i < PROBES; i++) {
            int bit = (int) (bits & 511);
            if ((segment[base + (bit >>> 6)] & 1L << (bit & 63)) == 0) {
                return false;
            }
            bits = i == 6 ? IdHash.mix(hash + 1) : bits >>> 9;
        }
        return true;
    }

    private static int block(long hash) {
        return (int) (((hash >>> 32) * BLOCKS) >>> 32);
    }
}
