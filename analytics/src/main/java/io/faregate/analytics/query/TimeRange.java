package io.faregate.analytics.query;

import io.faregate.analytics.row.UtcTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A half-open range {@code [from, to)} of arrival times, UTC.
 *
 * @param fromMicros microseconds since 1970, null without a lower bound
 * @param toMicros microseconds since 1970, null without an upper bound
 */
public record TimeRange(@Nullable Long fromMicros, @Nullable Long toMicros) {
    static final long LAST_MICROS = 9_000_000_000_000_000L;

    /** Refuses a range that ends before it begins. */
    public TimeRange {
        if (fromMicros != null && toMicros != null && toMicros < fromMicros) {
            throw new IllegalArgumentException("to must not be before from: from=" + UtcTime.printBound(fromMicros)
                    + " to=" + UtcTime.printBound(toMicros));
        }
    }

    /**
     * The range between two RFC 3339 times or dates, either of which may be missing.
     *
     * @throws IllegalArgumentException if one is no time, or they are the wrong way round
     */
    public static TimeRange parse(@Nullable String from, @Nullable String to) {
        return new TimeRange(bound("from", from), bound("to", to));
    }

    long from() {
        return fromMicros == null ? 0 : fromMicros;
    }

    long to() {
        return toMicros == null ? LAST_MICROS : toMicros;
    }

    /** The parameters {@code $from} and {@code $to}, and one more that may be null. */
    Map<String, @Nullable Object> parameters(String name, @Nullable Object value) {
        Map<String, @Nullable Object> parameters = new HashMap<>();
        parameters.put("from", from());
        parameters.put("to", to());
        parameters.put(name, value);
        return parameters;
    }

    private static @Nullable Long bound(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            // A plus sign in a query is a space once it is decoded.
            String time = text.replace(' ', '+');
            return UtcTime.parseMicros(time.length() == 10 ? time + "T00:00:00Z" : time);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    name + ": expected a time such as 2026-08-20T00:00:00Z, found " + text, e);
        }
    }
}
