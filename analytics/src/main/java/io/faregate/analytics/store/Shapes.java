package io.faregate.analytics.store;

import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the shapes of calls: what a call shares with many others, key, route, models, outcome and the like. A shape is
 * stored once and a call has its number, since what a table costs to fill is its number of columns.
 *
 * <p>What is remembered is bounded and only saves room: a shape that was forgotten gets another number when it comes
 * again, and two numbers of one shape mean the same to every question. Used by the writing thread alone; what is new is
 * written with the batch that needs it, and after a batch that failed everything is forgotten.
 */
final class Shapes {
    /** The fields that a shape holds: few different values, mostly together. */
    static final List<Field> FIELDS = List.of(
            Field.SCHEMA,
            Field.INSTANCE,
            Field.TASK_GIVEN,
            Field.KEY,
            Field.ROUTE,
            Field.EXPERIMENT,
            Field.ARM,
            Field.SHARE,
            Field.ASSIGNED_TARGET,
            Field.EPOCH_KEY,
            Field.SURFACE,
            Field.NEEDS,
            Field.REQUESTED_MODEL,
            Field.TARGET,
            Field.PROVIDER,
            Field.MODEL,
            Field.STREAM,
            Field.STATUS,
            Field.OUTCOME,
            Field.ERROR_CODE,
            Field.SERVICE_TIER,
            Field.USAGE_SOURCE,
            Field.PRICE_VERSION,
            Field.FALLTHROUGH,
            Field.SKIPPED,
            Field.ROUTER_VERSION);

    private static final Field[] EACH = FIELDS.toArray(new Field[0]);
    private static final int MOST_REMEMBERED = 4_096;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    /**
     * One shape.
     *
     * @param id its number
     * @param epochId the epoch of its calls; null outside experiments
     * @param marks what a task is asked about its calls, a bit each
     * @param row a call of this shape
     */
    record Shape(int id, @Nullable Integer epochId, int marks, Row row) {
        private boolean isOf(Row other, @Nullable Integer itsEpochId, int itsMarks) {
            if (marks != itsMarks || !Objects.equals(epochId, itsEpochId)) {
                return false;
            }
            for (Field field : EACH) {
                if (!row.isSame(field, other)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Map<Long, Shape> remembered = new HashMap<>();
    private final List<Shape> fresh = new ArrayList<>();
    private int last;

    /** Forgets everything, and goes on from the last number that was written. */
    void reload(Connection connection) throws SQLException {
        remembered.clear();
        fresh.clear();
        try (Statement statement = connection.createStatement();
                ResultSet newest = statement.executeQuery("SELECT coalesce(max(shape_id), 0) FROM shapes")) {
            newest.next();
            last = newest.getInt(1);
        }
    }

    /** The number of the shape of a call. */
    int see(Row row, @Nullable Integer epochId, int marks) {
        Long hash = hash(row, epochId, marks);
        Shape known = remembered.get(hash);
        if (known != null && known.isOf(row, epochId, marks)) {
            if (known.row() != row && !isOfOneBatch(known.row(), row)) {
                // The texts of one batch are the same objects: what comes next is then compared by a glance.
                remembered.put(hash, new Shape(known.id(), epochId, marks, row));
            }
            return known.id();
        }
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.clear();
        }
        Shape made = new Shape(++last, epochId, marks, row);
        remembered.put(hash, made);
        fresh.add(made);
        return made.id();
    }

    /** Writes the shapes that were not seen before. */
    void write(TableLoader loader) throws SQLException {
        loader.load("shapes", Tables.SHAPES, fresh);
        fresh.clear();
    }

    private static boolean isOfOneBatch(Row one, Row other) {
        return one.utf8(Field.ROUTE) == other.utf8(Field.ROUTE);
    }

    private static long hash(Row row, @Nullable Integer epochId, int marks) {
        long hash = epochId == null ? marks : epochId * 128L + marks;
        for (Field field : EACH) {
            hash = (hash ^ row.hash(field) ^ row.number(field)) * SPREAD;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
