package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest change of a route's canary, as a router's row tells it. Immutable.
 *
 * @param actor who made it
 * @param reasons a list as JSON, null when the row has none
 */
public record LastChange(
        long tsMicros,
        @Nullable String action,
        @Nullable String actor,
        @Nullable String reasons) {
    private static final Sql FIND = Sql.named("last_change");

    /** The newest of a route; null when no row tells of one. */
    public static @Nullable LastChange of(Connection connection, String route) throws SQLException {
        List<LastChange> found = FIND.list(
                connection,
                Map.of("route", route),
                row -> new LastChange(
                        row.getLong("ts_us"),
                        row.getString("action"),
                        row.getString("actor"),
                        row.getString("reasons")));
        return found.isEmpty() ? null : found.get(0);
    }
}
