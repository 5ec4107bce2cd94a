package io.faregate.analytics.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the calls of an older file, all in one table, into those that hold them now. Once, in one transaction: a file
 * that was left in the middle is still the older one. Stateless.
 */
final class OlderCalls {
    private static final Logger LOG = LoggerFactory.getLogger(OlderCalls.class);

    private OlderCalls() {}

    static void move(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!isOlder(statement)) {
                return;
            }
            LOG.info("taking over the calls of an older file: once, and with millions of them for a minute or more");
            statement.execute(Warehouse.resource("older_marks.sql"));
            connection.setAutoCommit(false);
            try {
                long there = count(statement, "call_rows");
                long older = count(statement, "calls");
                statement.execute(Warehouse.resource("older_calls.sql"));
                long taken = count(statement, "call_rows") - there;
                if (taken != older) {
                    throw new StoreException("the calls of an older file were not taken over, it is left as it was:"
                            + " expected " + older + " calls, found " + taken);
                }
                statement.execute("DROP TABLE calls");
                connection.commit();
            } catch (SQLException | StoreException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private static long count(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static boolean isOlder(Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SELECT 1 FROM duckdb_tables() WHERE table_name = 'calls'")) {
            return found.next();
        }
    }
}
