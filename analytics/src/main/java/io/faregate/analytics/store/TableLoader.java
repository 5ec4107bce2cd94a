package io.faregate.analytics.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * Puts lists of objects into tables, column by column: {@code INSERT INTO t SELECT … FROM incoming()}, where
 * {@code incoming} is a table function over the list at hand.
 *
 * <p>An appender takes a row's every column one call at a time, and closes without a word when it cannot write; this
 * takes half the time, passes over columns that no row has, and fails as a statement does. Used by the writing thread
 * alone, under its lock.
 */
final class TableLoader {
    private static final String FUNCTION = "incoming";

    private final Connection connection;
    private @Nullable Incoming<?> incoming;

    TableLoader(Connection connection) throws SQLException {
        this.connection = connection;
        DuckDBFunctions.tableFunction()
                .withName(FUNCTION)
                .withFunction(new Function())
                .register(connection);
    }

    /** Adds the rows to the table; columns that are not given are null. */
    <R> void load(String table, List<Column<R>> columns, List<R> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        List<Column<R>> used =
                columns.stream().filter(c -> rows.stream().anyMatch(c.has())).toList();
        incoming = new Incoming<>(used, rows);
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + table + " ("
                    + used.stream().map(Column::quoted).collect(Collectors.joining(", ")) + ") SELECT "
                    + used.stream().map(Column::expression).collect(Collectors.joining(", ")) + " FROM " + FUNCTION
                    + "()");
        } finally {
            incoming = null;
        }
    }

    private record Incoming<R>(List<Column<R>> columns, List<R> rows) {
        void declare(DuckDBTableFunctionBindInfo bind) {
            for (Column<R> column : columns) {
                bind.addResultColumn(
                        column.name(),
                        switch (column.type()) {
                            case TEXT -> DuckDBColumnType.VARCHAR;
                            case LONG, TIME -> DuckDBColumnType.BIGINT;
                            case DOUBLE -> DuckDBColumnType.DOUBLE;
                            case FLAG -> DuckDBColumnType.BOOLEAN;
                        });
            }
        }

        int write(int from, DuckDBDataChunkWriter chunk) {
            List<R> part = rows.subList(from, (int) Math.min(rows.size(), from + chunk.capacity()));
            for (int c = 0; c < columns.size(); c++) {
                fill(chunk.vector(c), columns.get(c), part);
            }
            return part.size();
        }

        private static <R> void fill(DuckDBWritableVector vector, Column<R> column, List<R> part) {
            if (column.type() == Column.Type.TEXT) {
                @Nullable String[] texts = new String[part.size()];
                for (int r = 0; r < texts.length; r++) {
                    texts[r] = column.text().apply(part.get(r));
                }
                vector.setStrings(0, texts);
                return;
            }
            for (int r = 0; r < part.size(); r++) {
                R row = part.get(r);
                if (!column.has().test(row)) {
                    vector.setNull(r);
                } else if (column.type() == Column.Type.DOUBLE) {
                    vector.setDouble(r, column.decimal().applyAsDouble(row));
                } else if (column.type() == Column.Type.FLAG) {
                    vector.setBoolean(r, column.number().applyAsLong(row) != 0);
                } else {
                    vector.setLong(r, column.number().applyAsLong(row));
                }
            }
        }
    }

    /** How far one statement has read. */
    private static final class Cursor {
        private int at;
    }

    private final class Function implements DuckDBTableFunction<Incoming<?>, Cursor, Object> {
        @Override
        public Incoming<?> bind(DuckDBTableFunctionBindInfo info) {
            Incoming<?> now = incoming;
            if (now == null) {
                throw new IllegalStateException("nothing is being loaded");
            }
            now.declare(info);
            info.setCardinality(now.rows().size(), true);
            return now;
        }

        @Override
        public Cursor init(DuckDBTableFunctionInitInfo info) {
            info.setMaxThreads(1);
            return new Cursor();
        }

        @Override
        public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter chunk) {
            Incoming<?> now = info.getBindData();
            Cursor cursor = info.getInitData();
            int written = now.write(cursor.at, chunk);
            cursor.at += written;
            return written;
        }
    }
}
