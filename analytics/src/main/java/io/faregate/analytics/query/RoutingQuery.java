package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who served, and why others did not. Stateless. */
public final class RoutingQuery {
    private static final Sql SHARES = Sql.named("target_shares");
    private static final Sql SKIPS = Sql.named("skips");

    private RoutingQuery() {}

    /** Calls of a route and arm that one target served; of these, how many came to it by falling through. */
    public record Share(
            @Nullable String route,
            @Nullable String arm,
            @Nullable String target,
            long calls,
            long fallthroughs) {}

    /**
     * How often a target was passed over for one reason.
     *
     * @param what {@code skipped} without a call, or how the call to it ended: {@code failed}, {@code truncated}
     */
    public record PassedOver(
            String what, @Nullable String target, @Nullable String reason, long times) {}

    /** Both, of the same rows. */
    public record Routing(List<Share> shares, List<PassedOver> passedOver) {}

    /** The routing of a range, of one route or of all. */
    public static Routing of(Connection connection, TimeRange range, @Nullable String route) throws SQLException {
        Map<String, @Nullable Object> parameters = range.parameters("route", route);
        return new Routing(
                SHARES.list(
                        connection,
                        parameters,
                        row -> new Share(
                                row.getString("route"),
                                row.getString("arm"),
                                row.getString("target"),
                                row.getLong("calls"),
                                row.getLong("fallthroughs"))),
                SKIPS.list(
                        connection,
                        parameters,
                        row -> new PassedOver(
                                row.getString("what"),
                                row.getString("target"),
                                row.getString("reason"),
                                row.getLong("times"))));
    }
}
