package io.faregate.analytics.testing;

import io.faregate.analytics.store.Warehouse;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a test asks of a database directly, or does to it. */
public final class Sql {
    private Sql() {}

    /** Runs a statement. */
    public static void run(Warehouse warehouse, String sql) {
        warehouse.write(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    /** The first column of every row, in order. */
    public static List<String> texts(Warehouse warehouse, String sql) {
        return warehouse.read(connection -> {
            List<String> values = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    values.add(rows.getString(1));
                }
            }
            return values;
        });
    }
}
