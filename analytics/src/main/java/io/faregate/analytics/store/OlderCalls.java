package io.faregate.analytics.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Takes the calls of an older file, all in one table, into those that hold them now. Once, in one transaction: a file
 * that was left in the middle is still the older one. Stateless.
 */
final class OlderCalls {
    private OlderCalls() {}

    static void move(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!isOlder(statement)) {
                return;
            }
            statement.execute(Warehouse.resource("older_marks.sql"));
            connection.setAutoCommit(false);
            try {
                statement.execute(Warehouse.resource("older_calls.sql"));
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static boolean isOlder(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT 1 FROM duckdb_tables() WHERE table_name = 'calls'")) {
            return found.next();
        }
    }
}
