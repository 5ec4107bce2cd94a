package io.faregate.analytics.row;

/**
 * A 64-bit hash of an id's characters. Ids of one length that differ in one character never collide, others once in
 * about 2^64 pairs. Stateless.
 */
public final class IdHash {
    private IdHash() {}

    /** The hash of an id. */
    public static long of(String id) {
        long hash = id.length();
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 29;
        }
        return mix(hash);
    }

    /** The hash of an id of ASCII characters, given as their bytes. */
    static long ofAscii(byte[] id) {
        long hash = id.length;
        for (byte character : id) {
            hash = (hash ^ character) * 0x9E37_79B9_7F4A_7C15L;
            hash ^= hash >>> 29;
        }
        return mix(hash);
    }

    /** Spreads every bit over all (Stafford's thirteenth variant of the finalizer of MurmurHash3). */
    public static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
