package io.faregate.analytics.judge;

import java.util.UUID;

/** Ids of records: UUID version 7 (RFC 9562), so that they sort by time. Stateless. */
final class RecordId {
    private RecordId() {}

    /** The id of this millisecond and these random bits. */
    static String of(long epochMillis, long randomA, long randomB) {
        long high = (epochMillis << 16) | 0x7000 | (randomA & 0x0FFF);
        long low = (randomB & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
