package io.faregate.router.usage;

/**
 * The rows that were seen, by a digest of 128 bits of their ids: among a million rows two ids are taken for one with a
 * chance below 10^-26. Not thread-safe; open addressing, 16 bytes a slot.
 */
final class SeenRows {
    private long[] slots = new long[2 << 10];
    private int size;

    /** Writes the digest of an id, {@code bytes[from, to)}: two words from {@code into[at]} on. */
    static void digest(byte[] bytes, int from, int to, long[] into, int at) {
        long high = 0x9E3779B97F4A7C15L;
        long low = 0xC2B2AE3D27D4EB4FL;
        for (int i = from; i < to; i++) {
            high = (high ^ bytes[i]) * 0x100000001B3L;
            low = Long.rotateLeft(low ^ bytes[i], 23) * 0x9FB21C651E98DF25L;
        }
        into[at] = mix(high);
        into[at + 1] = mix(low) | 1;
    }

    /** Whether the id of this digest is new; it is known from now on. */
    boolean add(long high, long low) {
        if (size * 4 > slots.length) {
            grow();
        }
        return put(slots, high, low);
    }

    private boolean put(long[] into, long high, long low) {
        int mask = into.length / 2 - 1;
        for (int slot = (int) high & mask; ; slot = (slot + 1) & mask) {
            long found = into[2 * slot + 1];
            if (found == 0) {
                into[2 * slot] = high;
                into[2 * slot + 1] = low;
                size++;
                return true;
            }
            if (found == low && into[2 * slot] == high) {
                return false;
            }
        }
    }

    private void grow() {
        long[] old = slots;
        long[] larger = new long[old.length * 2];
        size = 0;
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                put(larger, old[i], old[i + 1]);
            }
        }
        slots = larger;
    }

    /** The finalizer of MurmurHash3. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }
}
