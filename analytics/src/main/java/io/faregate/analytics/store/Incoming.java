package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one statement on their way into the database, column by column. Read-only.
 *
 * <p>Loops stand inside the choice of what a column is: a batch has ten thousand rows of sixty columns.
 *
 * @param columns the columns that travel
 * @param all the things to store
 * @param rows the row of each, where columns are fields of it
 */
record Incoming<R>(List<Column<R>> columns, List<R> all, List<Row> rows) {
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

    /** Writes what fits, from the row of this number on; gives how many rows that were. */
    int write(int from, DuckDBDataChunkWriter chunk) {
        int to = (int) Math.min(all.size(), from + chunk.capacity());
        for (int c = 0; c < columns.size(); c++) {
            DuckDBWritableVector vector = chunk.vector(c);
            Column<R> column = columns.get(c);
            if (column instanceof Column.OfField<R> of) {
                field(vector, of.type(), of.field(), rows.subList(from, to));
            } else if (column instanceof Column.OfText<R> of) {
                texts(vector, of, all.subList(from, to));
            } else if (column instanceof Column.OfNumber<R> of) {
                numbers(vector, of, all.subList(from, to));
            } else if (column instanceof Column.OfCount<R> of) {
                counts(vector, of, all.subList(from, to));
            } else {
                throw new IllegalStateException("a constant does not travel: " + column);
            }
        }
        return to - from;
    }

    private static void field(DuckDBWritableVector vector, Column.Type type, Field field, List<Row> part) {
        int size = part.size();
        if (type == Column.Type.TEXT) {
            byte @Nullable [][] texts = new byte @Nullable [size][];
            for (int r = 0; r < size; r++) {
                texts[r] = part.get(r).utf8(field);
            }
            vector.setStringUtf8Batch(0, texts);
            return;
        }
        for (int r = 0; r < size; r++) {
            Row row = part.get(r);
            if (!row.has(field)) {
                vector.setNull(r);
                continue;
            }
            long number = row.number(field);
            switch (type) {
                case DOUBLE -> vector.setDouble(r, Double.longBitsToDouble(number));
                case FLAG -> vector.setBoolean(r, number != 0);
                default -> vector.setLong(r, number);
            }
        }
    }

    private static <R> void texts(DuckDBWritableVector vector, Column.OfText<R> column, List<R> part) {
        byte @Nullable [][] texts = new byte @Nullable [part.size()][];
        for (int r = 0; r < texts.length; r++) {
            texts[r] = column.utf8(part.get(r));
        }
        vector.setStringUtf8Batch(0, texts);
    }

    private static <R> void numbers(DuckDBWritableVector vector, Column.OfNumber<R> column, List<R> part) {
        for (int r = 0; r < part.size(); r++) {
            Long number = column.number().apply(part.get(r));
            if (number == null) {
                vector.setNull(r);
            } else {
                vector.setLong(r, number);
            }
        }
    }

    private static <R> void counts(DuckDBWritableVector vector, Column.OfCount<R> column, List<R> part) {
        for (int r = 0; r < part.size(); r++) {
            vector.setLong(r, column.number().applyAsLong(part.get(r)));
        }
    }
}
