package io.faregate.analytics.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Notes under which attribution window a route's epochs began: with another window, what comes belongs to a new epoch.
 * Used by the writing thread alone; what is noted is written with the batch that needs it.
 */
final class Windows {
    private record Noted(long micros, int generation) {}

    private final ToLongFunction<String> windowMicros;
    private final Map<String, Noted> noted = new HashMap<>();
    private final Set<String> changed = new HashSet<>();

    /** Windows by route, as they are now. */
    Windows(ToLongFunction<String> windowMicros) {
        this.windowMicros = windowMicros;
    }

    /** Forgets what was not written, and reads what was. */
    void reload(Connection connection) throws SQLException {
        noted.clear();
        changed.clear();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT route, window_us, generation FROM windows")) {
            while (rows.next()) {
                noted.put(rows.getString(1), new Noted(rows.getLong(2), rows.getInt(3)));
            }
        }
    }

    /** How often the route's window has changed, the present one included. */
    int generation(String route) {
        long now = windowMicros.applyAsLong(route);
        Noted before = noted.get(route);
        if (before != null && before.micros() == now) {
            return before.generation();
        }
        Noted next = new Noted(now, before == null ? 0 : before.generation() + 1);
        noted.put(route, next);
        changed.add(route);
        return next.generation();
    }

    /** Writes what was noted since the last time. */
    void write(Connection connection) throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert =
                connection.prepareStatement("INSERT OR REPLACE INTO windows VALUES (?, ?, ?)")) {
            for (String route : changed) {
                Noted now = noted.get(route);
                if (now != null) {
                    upsert.setString(1, route);
                    upsert.setLong(2, now.micros());
                    upsert.setInt(3, now.generation());
                    upsert.execute();
                }
            }
        }
        changed.clear();
    }
}
