package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the epochs that calls name, and notes the first and last call of each. Used by the writing thread alone:
 * calls are seen while a batch is made, and written with it; after a batch that failed everything is read anew.
 */
final class EpochIds {
    private record Epoch(String route, String experiment, String label) {}

    private record Span(@Nullable Double share, long first, long last) {
        Span with(long key) {
            return key >= first && key <= last ? this : new Span(share, Math.min(first, key), Math.max(last, key));
        }
    }

    private final Windows windows;
    private final Map<Epoch, Integer> ids = new HashMap<>();
    private final Map<Epoch, Span> seen = new LinkedHashMap<>();

    EpochIds(Windows windows) {
        this.windows = windows;
    }

    /** Forgets what was not written, and reads what was. */
    void reload(Connection connection) throws SQLException {
        ids.clear();
        seen.clear();
        windows.reload(connection);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id, route, experiment, epoch_label FROM epochs")) {
            while (rows.next()) {
                ids.put(new Epoch(rows.getString(2), rows.getString(3), rows.getString(4)), rows.getInt(1));
            }
        }
    }

    /** The id of the call's epoch; null for a call outside experiments. */
    @Nullable
    Integer see(Row row, long orderKey) {
        String route = row.text(Field.ROUTE);
        if (!row.has(Field.ARM) || route == null) {
            return null;
        }
        String experiment = row.text(Field.EXPERIMENT);
        Double share = row.has(Field.SHARE) ? (Double) Double.longBitsToDouble(row.number(Field.SHARE)) : null;
        Epoch epoch =
                new Epoch(route, experiment == null ? "" : experiment, label(row, share, windows.generation(route)));
        Span span = seen.get(epoch);
        Span wider = span == null ? new Span(share, orderKey, orderKey) : span.with(orderKey);
        if (!wider.equals(span)) {
            seen.put(epoch, wider);
        }
        return ids.computeIfAbsent(epoch, e -> ids.size() + 1);
    }

    /** Writes the epochs seen since the last time. */
    void write(Connection connection) throws SQLException {
        windows.write(connection);
        if (seen.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert = connection.prepareStatement("INSERT INTO epochs VALUES (?, ?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT DO UPDATE SET first_key = least(first_key, excluded.first_key),"
                + " last_key = greatest(last_key, excluded.last_key)")) {
            for (Map.Entry<Epoch, Span> entry : seen.entrySet()) {
                upsert.setInt(1, id(entry.getKey()));
                upsert.setString(2, entry.getKey().route());
                upsert.setString(3, entry.getKey().experiment());
                upsert.setString(4, entry.getKey().label());
                upsert.setObject(5, entry.getValue().share());
                upsert.setLong(6, entry.getValue().first());
                upsert.setLong(7, entry.getValue().last());
                upsert.execute();
            }
        }
        seen.clear();
    }

    private int id(Epoch epoch) {
        Integer id = ids.get(epoch);
        if (id == null) {
            throw new IllegalStateException("an epoch without an id: " + epoch);
        }
        return id;
    }

    /** The router's digest, else the share; after a change of the window, told apart from what was before. */
    private static String label(Row row, @Nullable Double share, int generation) {
        String key = row.text(Field.EPOCH_KEY);
        String label = key != null ? key : share == null ? "share unknown" : "share " + share;
        return generation == 0 ? label : label + ", window " + (generation + 1);
    }
}
