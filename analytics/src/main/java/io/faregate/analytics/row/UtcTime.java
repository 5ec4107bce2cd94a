package io.faregate.analytics.row;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** RFC 3339 times as microseconds since 1970 in UTC, and back. Stateless; the machine's zone plays no part. */
public final class UtcTime {
    private static final long LAST_MICROS =
            Instant.parse("2250-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    private UtcTime() {}

    /**
     * Reads a time with its offset.
     *
     * @throws IllegalArgumentException if it is none, or outside 1970 to 2250
     */
    public static long parseMicros(String text) {
        long micros = fast(text);
        if (micros < 0) {
            try {
                Instant instant = OffsetDateTime.parse(text).toInstant();
                micros = Math.addExact(
                        Math.multiplyExact(instant.getEpochSecond(), 1_000_000), instant.getNano() / 1000);
            } catch (DateTimeParseException | ArithmeticException e) {
                throw new IllegalArgumentException("not a time: " + shown(text), e);
            }
        }
        if (micros < 0 || micros >= LAST_MICROS) {
            throw new IllegalArgumentException("time outside 1970 to 2250: " + shown(text));
        }
        return micros;
    }

    /** The time with milliseconds, or with microseconds where it has some. */
    public static String print(long micros) {
        return (micros % 1000 == 0 ? MILLIS : MICROS).format(instant(micros));
    }

    /** The time to the second, for the bounds of a range; finer where it is finer. */
    public static String printBound(long micros) {
        return micros % 1_000_000 == 0 ? SECONDS.format(instant(micros)) : print(micros);
    }

    /** The instant of a count of microseconds. */
    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
    }

    /** The router's own spelling, {@code 2026-08-20T10:00:00.000Z}; -1 for every other. */
    private static long fast(String t) {
        int length = t.length();
        if (length < 20
                || length > 27
                || t.charAt(length - 1) != 'Z'
                || t.charAt(4) != '-'
                || t.charAt(7) != '-'
                || t.charAt(10) != 'T'
                || t.charAt(13) != ':'
                || t.charAt(16) != ':') {
            return -1;
        }
        int year = digits(t, 0, 4);
        int month = digits(t, 5, 7);
        int day = digits(t, 8, 10);
        int hour = digits(t, 11, 13);
        int minute = digits(t, 14, 16);
        int second = digits(t, 17, 19);
        int fraction = 0;
        if (length > 20) {
            if (t.charAt(19) != '.') {
                return -1;
            }
            fraction = digits(t, 20, length - 1);
            for (int i = length - 21; i < 6; i++) {
                fraction *= 10;
            }
        }
        if ((year | month | day | hour | minute | second | fraction) < 0 || hour > 23 || minute > 59 || second > 59) {
            return -1;
        }
        try {
            long days = LocalDate.of(year, month, day).toEpochDay();
            return ((days * 24 + hour) * 60 + minute) * 60_000_000L + second * 1_000_000L + fraction;
        } catch (DateTimeException e) {
            return -1;
        }
    }

    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static String shown(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
