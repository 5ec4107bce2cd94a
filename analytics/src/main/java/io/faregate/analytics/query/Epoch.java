package io.faregate.analytics.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of one experiment in which share, models and prices stayed the same, as its calls tell.
 *
 * @param id of its calls in the database
 * @param experiment name of the experiment, empty if the rows have none
 * @param label what tells it apart from others
 * @param share the challenger's share as a fraction, null when the rows do not tell
 * @param firstMicros arrival of its first call with an arm
 * @param lastMicros arrival of its last call with an arm
 * @param number 1 for the first that ever appeared on the route
 */
public record Epoch(
        int id,
        String experiment,
        String label,
        @Nullable Double share,
        long firstMicros,
        long lastMicros,
        int number) {
    private static final Sql EPOCHS = Sql.named("epochs");

    /** The epochs of a route, the running one first. */
    public static List<Epoch> of(Connection connection, String route) throws SQLException {
        return EPOCHS.list(
                connection,
                Map.of("route", route),
                row -> new Epoch(
                        row.getInt("id"),
                        row.getString("experiment"),
                        row.getString("epoch_label"),
                        row.getObject("share") == null ? null : (Double) row.getDouble("share"),
                        row.getLong("first_us"),
                        row.getLong("last_us"),
                        row.getInt("number")));
    }
}
