package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How often the head of the chain was passed over, by target and time. Stateless. */
public final class FallthroughQuery {
    private static final Sql FALLTHROUGH = Sql.named("fallthrough");

    private static final Sql SPAN = Sql.named("span");
    private static final int MOST_BUCKETS = 120;
    private static final long[] FITTING_SECONDS = {1, 5, 15, 60, 300, 900, 3600, 14_400};
    private static final long DAY_SECONDS = 86_400;

    private FallthroughQuery() {}

    /** Seconds of a bucket, so that the calls of the range fill at most 120 of them, if a day is enough for that. */
    public static long fittingSeconds(Connection connection, TimeRange range) throws SQLException {
        long seconds = SPAN.list(
                        connection,
                        Map.of("from", range.from(), "to", range.to()),
                        row -> row.getLong("span_us") / 1_000_000)
                .get(0);
        for (long fitting : FITTING_SECONDS) {
            if (seconds / fitting < MOST_BUCKETS) {
                return fitting;
            }
        }
        return DAY_SECONDS;
    }

    /** Calls that had this target at the head within a bucket of time, and how many fell through to a later one. */
    public record Bucket(@Nullable String target, long tsMicros, long calls, long fallthroughs) {}

    /** The buckets of a range, in order of time. */
    public static List<Bucket> of(Connection connection, TimeRange range, long bucketMicros) throws SQLException {
        return FALLTHROUGH.list(
                connection,
                Map.of("from", range.from(), "to", range.to(), "bucket", bucketMicros),
                row -> new Bucket(
                        row.getString("target"),
                        row.getLong("bucket_us"),
                        row.getLong("calls"),
                        row.getLong("fallthroughs")));
    }
}
