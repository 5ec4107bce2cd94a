package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import org.jspecify.annotations.Nullable;

/** Says of an answer about a range that some of the range's rows have left for the archive. Stateless. */
public final class Archived {
    private Archived() {}

    /**
     * Adds {@code archived_before}: the time up to which rows may be missing, null when the range begins there or later.
     *
     * @param beforeMicros the end of the newest archived day, microseconds since 1970; null without one
     */
    public static ObjectNode told(ObjectNode answer, TimeRange range, @Nullable Long beforeMicros) {
        return answer.put("archived_before", before(range, beforeMicros));
    }

    /** The time up to which rows of the range may be missing, as in {@link #told}. */
    public static @Nullable String before(TimeRange range, @Nullable Long beforeMicros) {
        Long from = range.fromMicros();
        return beforeMicros == null || (from != null && from >= beforeMicros) ? null : UtcTime.printBound(beforeMicros);
    }
}
