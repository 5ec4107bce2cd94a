package io.faregate.router.usage;

import java.util.UUID;

/** Identifiers of rows: UUID version 7 (RFC 9562, section 5.7), so that they sort by time. */
public final class RowId {
    private static final long RANDOM_12_BITS = 0xFFFL;
    private static final long RANDOM_62_BITS = 0x3FFFFFFFFFFFFFFFL;

    private RowId() {}

    /**
     * The identifier of an instant.
     *
     * @param millis of the epoch; its low 48 bits count
     * @param random1 12 bits of it are used
     * @param random2 62 bits of it are used
     */
    public static UUID of(long millis, long random1, long random2) {
        long high = millis << 16 | 0x7000L | (random1 & RANDOM_12_BITS);
        long low = 0x8000000000000000L | (random2 & RANDOM_62_BITS);
        return new UUID(high, low);
    }
}
