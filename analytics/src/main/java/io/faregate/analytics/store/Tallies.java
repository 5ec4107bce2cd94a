package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The small tables that a batch adds to: counts by name and route, and the epochs. Stateless. */
final class Tallies {
    private record Epoch(String route, String experiment, String label) {}

    private record Span(@Nullable Double share, long first, long last) {
        Span with(long key) {
            return new Span(share, Math.min(first, key), Math.max(last, key));
        }
    }

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

    /** Notes the first and last call with an arm of every epoch among the rows. */
    static void keepEpochs(Connection connection, List<Row> rows) throws SQLException {
        Map<Epoch, Span> spans = new LinkedHashMap<>();
        for (Row row : rows) {
            String label = RowAppender.epochLabel(row);
            String route = row.text(Field.ROUTE);
            if (label == null || route == null) {
                continue;
            }
            String experiment = row.text(Field.EXPERIMENT);
            long key = RowAppender.orderKey(row);
            Double share = row.has(Field.SHARE) ? (Double) Double.longBitsToDouble(row.number(Field.SHARE)) : null;
            spans.merge(
                    new Epoch(route, experiment == null ? "" : experiment, label),
                    new Span(share, key, key),
                    (a, b) -> a.with(b.first()));
        }
        if (spans.isEmpty()) {
            return;
        }
        try (PreparedStatement upsert = connection.prepareStatement("INSERT INTO epochs VALUES (?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT DO UPDATE SET first_key = least(first_key, excluded.first_key),"
                + " last_key = greatest(last_key, excluded.last_key)")) {
            for (Map.Entry<Epoch, Span> entry : spans.entrySet()) {
                upsert.setString(1, entry.getKey().route());
                upsert.setString(2, entry.getKey().experiment());
                upsert.setString(3, entry.getKey().label());
                upsert.setObject(4, entry.getValue().share());
                upsert.setLong(5, entry.getValue().first());
                upsert.setLong(6, entry.getValue().last());
                upsert.execute();
            }
        }
    }
}
