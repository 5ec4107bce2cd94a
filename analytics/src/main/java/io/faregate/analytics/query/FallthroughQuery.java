package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How often the head of the chain was passed over, by target and time. Stateless. */
public final class FallthroughQuery {
    private static final Sql FALLTHROUGH = Sql.named("fallthrough");

    private FallthroughQuery() {}

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
