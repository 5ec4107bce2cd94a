package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import io.faregate.analytics.row.RowType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one writer: a batch, its tallies and the position it came from in one transaction. Batches queue on its lock.
 *
 * <p>Duplicates are told by {@code row_id} alone. There is no key on the tables, since checking one costs more than all
 * the rest of a load; instead a filter in memory knows nearly all ids that are new, and the few that it is not sure of
 * are looked up exactly. The filter does not know what was archived: rows of such days are always looked up.
 */
final class BatchWriter {
    private final Connection connection;
    private final TableLoader loader;
    private final KnownIds ids;
    private final EpochIds epochs;
    private final Shapes shapes = new Shapes();
    private final Archive archive;
    private long batchMicros;
    private volatile long lastMicros;

    BatchWriter(Connection connection, KnownIds ids, Windows windows, Archive archive) throws SQLException {
        this.connection = connection;
        this.ids = ids;
        this.archive = archive;
        this.epochs = new EpochIds(windows);
        this.loader = new TableLoader(connection);
        reload();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE suspect (row_id VARCHAR)");
        }
        try (Statement statement = connection.createStatement();
                ResultSet newest =
                        statement.executeQuery("SELECT coalesce(epoch_us(max(ingested_at)), 0) FROM call_rows")) {
            newest.next();
            lastMicros = newest.getLong(1);
        }
    }

    /** Rows with this time of coming in, or an earlier one, are all visible, and no more will come. */
    long lastMicros() {
        return lastMicros;
    }

    LoadResult load(Batch batch) {
        // Before the lock: whoever writes something else does not wait for the ids to be read.
        IdFilter known = ids.filter();
        synchronized (this) {
            LoadResult result = store(batch, known);
            lastMicros = batchMicros;
            return result;
        }
    }

    private LoadResult store(Batch batch, IdFilter known) {
        return exclusively(c -> {
            List<Row> fresh = new ArrayList<>(batch.rows().size());
            Map<String, Long> duplicates = new HashMap<>();
            split(batch.rows(), known, fresh, duplicates);
            long nowMicros = Math.max(Clock.systemUTC().millis() * 1000, lastMicros + 1);
            List<StoredCall> calls = of(fresh, RowType.CALL).stream()
                    .map(row -> StoredCall.of(row, epochs, shapes))
                    .toList();
            append(calls, fresh, nowMicros);
            epochs.write(connection);
            shapes.write(loader);
            Tallies.add(connection, "duplicate", duplicates);
            if (!batch.bad().isEmpty()) {
                Tallies.add(
                        connection, "rejected", Map.of("", (long) batch.bad().size()));
                loader.load("rejected", Tables.at(nowMicros, "seen_at", Tables.REJECTED), batch.bad());
            }
            TailPosition position = batch.position();
            if (position != null) {
                keep(position);
            }
            batchMicros = nowMicros;
            return new LoadResult(
                    fresh.size(),
                    batch.rows().size() - fresh.size(),
                    batch.bad().size());
        });
    }

    synchronized <T> T exclusively(Warehouse.Read<T> write) {
        try {
            connection.setAutoCommit(false);
            try {
                T result = write.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                reload();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw new StoreException("nothing of this was stored", e);
        }
    }

    /** Lets shapes leave that no call has any more; to be called in the transaction in which the calls left. */
    synchronized void dropUnusedShapes(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(Warehouse.resource("unused_shapes.sql"));
        }
        shapes.reload(connection);
    }

    /** Forgets what was not written, and reads what was. */
    private void reload() throws SQLException {
        epochs.reload(connection);
        shapes.reload(connection);
        archive.reload(connection);
    }

    synchronized void close() throws SQLException {
        connection.close();
    }

    /**
     * The first row of an id wins, within the batch as before it.
     *
     * <p>Ids go into the filter as they are met: one that it had not seen is neither stored nor earlier in the batch.
     * Should the batch fail, the filter is left with ids that are not stored, which is no more than a look-up later.
     */
    private void split(List<Row> rows, IdFilter known, List<Row> fresh, Map<String, Long> duplicates)
            throws SQLException {
        BitSet suspects = new BitSet();
        for (int i = 0; i < rows.size(); i++) {
            long hash = rows.get(i).hash(Field.ROW_ID);
            if (known.mayContain(hash)) {
                suspects.set(i);
            } else {
                known.add(hash);
                suspects.set(i, archive.mayHold(rows.get(i).number(Field.TS)));
            }
        }
        if (suspects.isEmpty()) {
            fresh.addAll(rows);
            return;
        }
        Set<String> stored = stored(suspects.stream().mapToObj(rows::get).toList());
        Set<String> inBatch = new HashSet<>(rows.size() * 2);
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            boolean isStored = suspects.get(i) && stored.contains(row.rowId());
            if (!isStored && inBatch.add(row.rowId())) {
                fresh.add(row);
            } else {
                String route = row.text(Field.ROUTE);
                duplicates.merge(route == null ? "" : route, 1L, Long::sum);
            }
        }
    }

    /** Which of the ids are in the database or its archive. */
    private Set<String> stored(List<Row> suspects) throws SQLException {
        Map<String, Long> ofArchivedDays = new HashMap<>();
        for (Row row : suspects) {
            if (archive.mayHold(row.number(Field.TS))) {
                ofArchivedDays.put(row.rowId(), row.number(Field.TS));
            }
        }
        Set<String> found = new HashSet<>();
        loader.load("suspect", Tables.SUSPECT, suspects.stream().map(Row::rowId).toList());
        try (Statement statement = connection.createStatement()) {
            try (ResultSet ids = statement.executeQuery("SELECT s.row_id FROM suspect s WHERE"
                    + " s.row_id IN (SELECT row_id FROM call_rows)"
                    + " OR s.row_id IN (SELECT row_id FROM feedback)"
                    + " OR s.row_id IN (SELECT row_id FROM decisions)")) {
                while (ids.next()) {
                    found.add(ids.getString(1));
                }
            }
            if (!ofArchivedDays.isEmpty()) {
                found.addAll(archive.find(connection, ofArchivedDays));
            }
            statement.execute("TRUNCATE suspect");
        }
        return found;
    }

    private void append(List<StoredCall> calls, List<Row> rows, long nowMicros) throws SQLException {
        loader.load("call_rows", Tables.at(nowMicros, "ingested_at", Tables.CALLS), calls);
        loader.load(
                "attempt_spend",
                Tables.at(nowMicros, "ingested_at", Tables.ATTEMPT_SPEND),
                calls.stream().flatMap(call -> call.apart().stream()).toList());
        loader.load("feedback", Tables.at(nowMicros, "ingested_at", Tables.FEEDBACK), of(rows, RowType.FEEDBACK));
        loader.load("decisions", Tables.at(nowMicros, "ingested_at", Tables.DECISIONS), of(rows, RowType.DECISION));
    }

    private static List<Row> of(List<Row> rows, RowType type) {
        return rows.stream().filter(row -> row.type() == type).toList();
    }

    private void keep(TailPosition position) throws SQLException {
        try (PreparedStatement upsert =
                connection.prepareStatement("INSERT OR REPLACE INTO tail VALUES (?, ?, ?, ?, ?)")) {
            upsert.setString(1, position.fileKey());
            upsert.setString(2, position.path());
            upsert.setLong(3, position.offset());
            upsert.setString(4, position.head());
            upsert.setInt(5, position.headLength());
            upsert.execute();
        }
    }
}
