package io.faregate.analytics.store;

import io.faregate.analytics.row.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.jspecify.annotations.Nullable;

/**
 * Puts lists of objects into tables, column by column: {@code INSERT INTO t SELECT … FROM incoming()}, where
 * {@code incoming} is a table function over the list at hand.
 *
 * <p>An appender takes a row's every column one call at a time, and closes without a word when it cannot write; this
 * takes half the time, and fails as a statement does. Columns that no row has are passed over, and in a batch of some
 * size those that have one value throughout travel once. Used by the writing thread alone, under its lock.
 */
final class TableLoader {
    private static final String FUNCTION = "incoming";
    /** With fewer rows there is nothing to gain by looking for columns of one value. */
    private static final int MANY = 64;

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
    <R> void load(String table, List<Column<R>> columns, List<R> all) throws SQLException {
        if (all.isEmpty()) {
            return;
        }
        List<Row> rows = rows(columns, all);
        List<Column<R>> travelling = new ArrayList<>();
        List<Column<R>> fixed = new ArrayList<>();
        for (Column<R> column : columns) {
            if (column instanceof Column.Constant<R>) {
                fixed.add(column);
            } else if (!(column instanceof Column.OfField<R> of) || !isSame(of, rows)) {
                travelling.add(column);
            } else if (rows.get(0).has(of.field())) {
                (all.size() < MANY ? travelling : fixed).add(column);
            }
        }
        incoming = new Incoming<>(travelling, all, rows);
        try (PreparedStatement statement = connection.prepareStatement(sql(table, travelling, fixed))) {
            for (int i = 0; i < fixed.size(); i++) {
                bind(statement, i + 1, fixed.get(i), rows);
            }
            statement.execute();
        } finally {
            incoming = null;
        }
    }

    private static <R> List<Row> rows(List<Column<R>> columns, List<R> all) {
        for (Column<R> column : columns) {
            if (column instanceof Column.OfField<R> of) {
                return all.stream().map(of.row()).toList();
            }
        }
        return List.of();
    }

    private static boolean isSame(Column.OfField<?> column, List<Row> rows) {
        Row first = rows.get(0);
        for (Row row : rows) {
            if (!row.isSame(column.field(), first)) {
                return false;
            }
        }
        return true;
    }

    private static <R> String sql(String table, List<Column<R>> travelling, List<Column<R>> fixed) {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (Column<R> column : travelling) {
            names.add('"' + column.name() + '"');
            values.add(value(column, '"' + column.name() + '"'));
        }
        for (Column<R> column : fixed) {
            names.add('"' + column.name() + '"');
            values.add(value(column, "CAST(? AS " + column.type().sqlName() + ")"));
        }
        return "INSERT INTO " + table + " (" + String.join(", ", names) + ") SELECT " + String.join(", ", values)
                + " FROM " + FUNCTION + "()";
    }

    private static String value(Column<?> column, String travelled) {
        return column.type() == Column.Type.TIME ? "make_timestamp(" + travelled + ")" : travelled;
    }

    private static void bind(PreparedStatement statement, int position, Column<?> column, List<Row> rows)
            throws SQLException {
        if (column instanceof Column.Constant<?> constant) {
            statement.setLong(position, constant.micros());
        } else if (column instanceof Column.OfField<?> of) {
            Row first = rows.get(0);
            long number = first.number(of.field());
            switch (of.type()) {
                case TEXT -> statement.setString(position, first.text(of.field()));
                case LONG, TIME -> statement.setLong(position, number);
                case DOUBLE -> statement.setDouble(position, Double.longBitsToDouble(number));
                case FLAG -> statement.setBoolean(position, number != 0);
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
            info.setCardinality(now.all().size(), true);
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
