package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What there is to say of a route's rows themselves. Immutable.
 *
 * @param rows call rows of the route since the epoch began
 * @param duplicates rows of the route that came again
 * @param rejected bad lines, whatever route they were for
 */
record RowCounts(long rows, long duplicates, long rejected) {
    private static final Sql COVERAGE = Sql.named("coverage");

    static RowCounts of(Connection connection, String route, @Nullable Epoch epoch) throws SQLException {
        long firstKey = epoch == null ? 0 : epoch.firstMicros() * 1024;
        return COVERAGE.list(
                        connection,
                        Map.of("route", route, "first_key", firstKey),
                        row -> new RowCounts(
                                row.getLong("call_rows"), row.getLong("duplicates"), row.getLong("rejected")))
                .get(0);
    }
}
