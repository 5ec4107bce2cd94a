package io.faregate.analytics.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;

/** Counts by name and route, which outlive the rows they are taken from. Stateless. */
final class Tallies {
    private Tallies() {}

    /** Adds to the counts of this name, by route. */
    static void add(Connection connection, String name, Map<String, Long> byRoute) throws SQLException {
        if (byRoute.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert = connection.prepareStatement(
                "INSERT INTO tally VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n")) {
            for (Map.Entry<String, Long> count : byRoute.entrySet()) {
                upsert.setString(1, name);
                upsert.setString(2, count.getKey());
                upsert.setLong(3, count.getValue());
                upsert.execute();
            }
        }
    }
}
