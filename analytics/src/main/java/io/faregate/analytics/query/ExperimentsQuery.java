package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The experiments that the rows name. Stateless. */
public final class ExperimentsQuery {
    private static final Sql OVERVIEW = Sql.named("overview");

    private ExperimentsQuery() {}

    /** An experiment of a route. */
    public record Experiment(String route, String experiment) {}

    /** All of them, the one with the newest call first. */
    public static List<Experiment> all(Connection connection) throws SQLException {
        return OVERVIEW.list(
                connection, Map.of(), row -> new Experiment(row.getString("route"), row.getString("experiment")));
    }
}
