package io.faregate.analytics.store;

import io.faregate.analytics.row.IdHash;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the ids that are stored, read from the tables when the first rows come: opening a database, and asking
 * it, need no ids. Safe for use by many threads: those who come while it is read wait for it. What the filter is asked
 * and told afterwards is the writer's.
 */
final class KnownIds {
    private final Connection connection;
    private @Nullable IdFilter filter;

    /**
     * Nothing is read yet.
     *
     * @param connection used for nothing else
     */
    KnownIds(Connection connection) {
        this.connection = connection;
    }

    /**
     * The filter. No row may be stored before this was called once; one that leaves meanwhile does no harm.
     *
     * @throws StoreException if the ids cannot be read; the next call tries again
     */
    synchronized IdFilter filter() {
        IdFilter known = filter;
        if (known == null) {
            known = read();
            filter = known;
        }
        return known;
    }

    synchronized void close() throws SQLException {
        connection.close();
    }

    private IdFilter read() {
        IdFilter known = new IdFilter();
        try (Statement statement = connection.createStatement();
                ResultSet ids =
                        statement.executeQuery("SELECT row_id FROM call_rows UNION ALL SELECT row_id FROM feedback"
                                + " UNION ALL SELECT row_id FROM decisions")) {
            while (ids.next()) {
                known.add(IdHash.of(ids.getString(1)));
            }
            return known;
        } catch (SQLException e) {
            throw new StoreException("cannot read which rows are stored", e);
        }
    }
}
