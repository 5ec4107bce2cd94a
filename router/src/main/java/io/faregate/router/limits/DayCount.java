package io.faregate.router.limits;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * At most so many requests in a calendar day of a zone, 23 or 25 hours long where the clocks change. Thread-safe and
 * lock-free: day and count are one word.
 */
final class DayCount {
    private static final int COUNT_BITS = 40;
    private static final long MAX_COUNT = (1L << COUNT_BITS) - 1;

    private final long limit;
    private final ZoneId zone;
    private final AtomicLong dayAndCount = new AtomicLong();
    private volatile Day day = new Day(0, 0, 0);

    DayCount(long limit, ZoneId zone) {
        this.limit = Math.min(limit, MAX_COUNT);
        this.zone = zone;
    }

    boolean tryTake(long nowMillis) {
        long today = day(nowMillis).epochDay();
        while (true) {
            long word = dayAndCount.get();
            long count = word >>> COUNT_BITS == today ? word & MAX_COUNT : 0;
            if (count >= limit) {
                return false;
            }
            if (dayAndCount.compareAndSet(word, today << COUNT_BITS | count + 1)) {
                return true;
            }
        }
    }

    /** Gives a place back that was taken a moment ago. */
    void giveBack(long nowMillis) {
        long today = day(nowMillis).epochDay();
        long word = dayAndCount.get();
        while (word >>> COUNT_BITS == today && (word & MAX_COUNT) > 0 && !dayAndCount.compareAndSet(word, word - 1)) {
            word = dayAndCount.get();
        }
    }

    long used(long nowMillis) {
        return limit - left(nowMillis);
    }

    /** Which day it is, as days since 1970-01-01. */
    long epochDay(long nowMillis) {
        return day(nowMillis).epochDay();
    }

    long left(long nowMillis) {
        long word = dayAndCount.get();
        return limit - (word >>> COUNT_BITS == day(nowMillis).epochDay() ? word & MAX_COUNT : 0);
    }

    /** Milliseconds until the day is over, when nothing is left of it; else 0. */
    long millisUntilFree(long nowMillis) {
        return left(nowMillis) > 0 ? 0 : day(nowMillis).endMillis() - nowMillis;
    }

    /** Milliseconds until the day of a zone is over. */
    static long millisLeft(ZoneId zone, long nowMillis) {
        LocalDate date = Instant.ofEpochMilli(nowMillis).atZone(zone).toLocalDate();
        return date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli() - nowMillis;
    }

    /** Takes over what the count that this one replaces had counted today. */
    void replay(DayCount former, long nowMillis) {
        long count = Math.min(former.limit - former.left(nowMillis), MAX_COUNT);
        dayAndCount.set(day(nowMillis).epochDay() << COUNT_BITS | count);
    }

    private Day day(long nowMillis) {
        Day known = day;
        if (nowMillis >= known.startMillis() && nowMillis < known.endMillis()) {
            return known;
        }
        LocalDate date = Instant.ofEpochMilli(nowMillis).atZone(zone).toLocalDate();
        Day found = new Day(date.toEpochDay(), start(date), start(date.plusDays(1)));
        day = found;
        return found;
    }

    private long start(LocalDate date) {
        return date.atStartOfDay(zone).toInstant().toEpochMilli();
    }

    private record Day(long epochDay, long startMillis, long endMillis) {}
}
