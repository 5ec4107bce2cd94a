package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.Policy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The tasks of one epoch, gathered into a table in memory that every connection sees: sums, order statistics, history,
 * dearest tasks and slices are all taken from it. It holds nothing that the passing of time changes. Immutable; whoever
 * gathered it drops it.
 *
 * @param route the route
 * @param epoch the epoch, as it was then
 * @param targets the targets of its arms
 * @param windowMicros how long after its first call a task's cost counts
 * @param outcomeMicros likewise for feedback
 * @param counts rows, duplicates and bad lines
 * @param table the table's name
 */
public record Gathered(
        String route,
        Epoch epoch,
        ArmTargets targets,
        long windowMicros,
        long outcomeMicros,
        RowCounts counts,
        String table) {
    private static final AtomicLong TABLES = new AtomicLong();
    private static final long FOR_EVER = 1L << 60;

    /** Gathers an epoch's tasks within the reader's transaction. */
    public static Gathered of(Connection connection, String route, Epoch epoch, Policy policy) throws SQLException {
        Gathered gathered = new Gathered(
                route,
                epoch,
                ArmTargets.of(connection, epoch),
                micros(policy.window()),
                micros(policy.outcomeWindow()),
                RowCounts.of(connection, route, epoch),
                "looks.cohort_" + TABLES.incrementAndGet());
        gathered.sql("cohort", Map.of()).run(connection, gathered.parameters(0));
        return gathered;
    }

    /** Frees its memory; those who still read the table go on. */
    public void drop(Connection connection) throws SQLException {
        try (Statement drop = connection.createStatement()) {
            drop.execute("DROP TABLE IF EXISTS " + table);
        }
    }

    /** The query of that name on this table. */
    Sql sql(String name, Map<String, String> placeholders) {
        Map<String, String> all = new HashMap<>(placeholders);
        all.put("cohort", table);
        return Sql.named(name, all);
    }

    /** With a window of 0 every task is mature at once, and all its calls are inside. */
    Map<String, Object> parameters(long nowMicros) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("route", route);
        parameters.put("experiment", epoch.experiment());
        parameters.put("epoch_id", epoch.id());
        parameters.put("now", nowMicros);
        parameters.put("maturity", windowMicros);
        parameters.put("window", windowMicros == 0 ? FOR_EVER : windowMicros);
        parameters.put("outcome_window", outcomeMicros);
        parameters.put("outcome_inside", outcomeMicros == 0 ? FOR_EVER : outcomeMicros);
        return parameters;
    }

    /** The arm of a row of a query on the table. */
    static Arm arm(ResultSet row) throws SQLException {
        return row.getBoolean("is_challenger") ? Arm.CHALLENGER : Arm.PRIMARY;
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }
}
