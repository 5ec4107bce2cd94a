package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls that the router refused, by why and whose they were. Stateless. */
public final class RefusalsQuery {
    private static final Sql REFUSALS = Sql.named("refusals");

    private RefusalsQuery() {}

    /** Calls refused with one error of one key on one route; null where a row does not say. */
    public record Refusals(
            @Nullable String errorCode,
            @Nullable Long status,
            @Nullable String key,
            @Nullable String route,
            long calls,
            long tasks,
            long lastMicros) {}

    /** The refusals of a range, most frequent first; at most 1,000 groups. */
    public static List<Refusals> of(Connection connection, TimeRange range, @Nullable String route)
            throws SQLException {
        return REFUSALS.list(
                connection,
                range.parameters("route", route),
                row -> new Refusals(
                        row.getString("error_code"),
                        row.getObject("status") == null ? null : (Long) row.getLong("status"),
                        row.getString("key"),
                        row.getString("route"),
                        row.getLong("calls"),
                        row.getLong("tasks"),
                        row.getLong("last_us")));
    }
}
