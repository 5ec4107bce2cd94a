package io.faregate.router.spend;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A calendar day of a zone as a half-open range of time, 23 or 25 hours long where the clocks change. Immutable.
 *
 * @param epochDay days since 1970-01-01
 */
record Day(long epochDay, long startMillis, long endMillis) {
    /** The day of the zone in which the instant lies. */
    static Day of(ZoneId zone, long nowMillis) {
        LocalDate date = Instant.ofEpochMilli(nowMillis).atZone(zone).toLocalDate();
        return new Day(date.toEpochDay(), startMillis(date, zone), startMillis(date.plusDays(1), zone));
    }

    private static long startMillis(LocalDate date, ZoneId zone) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    boolean contains(long nowMillis) {
        return nowMillis >= startMillis && nowMillis < endMillis;
    }
}
