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
        Long from = range.fromMicros();
        if (beforeMicros == null || (from != null && from >= beforeMicros)) {
            return answer.putNull("archived_before");
        }
        return answer.put("archived_before", UtcTime.printBound(beforeMicros));
    }
}
