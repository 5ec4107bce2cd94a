package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.Policy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The temporary table of one epoch's tasks, from which sums, order statistics and history are taken. Stateless. */
final class CohortTable {
    private static final Sql COHORT = Sql.named("cohort");
    private static final long FOR_EVER = 1L << 60;

    private CohortTable() {}

    /** Fills the connection's table; gives the parameters that queries on it share. */
    static Map<String, Object> gather(Connection connection, String route, Epoch epoch, Policy policy, long nowMicros)
            throws SQLException {
        Map<String, Object> parameters = parameters(route, epoch, policy, nowMicros);
        COHORT.run(connection, parameters);
        return parameters;
    }

    static void drop(Connection connection) throws SQLException {
        try (Statement drop = connection.createStatement()) {
            drop.execute("DROP TABLE cohort");
        }
    }

    /** The arm of that name in a row. */
    static Arm arm(String wireName) {
        return wireName.equals(Arm.CHALLENGER.wireName()) ? Arm.CHALLENGER : Arm.PRIMARY;
    }

    static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    /** With a window of 0 every task is mature at once, and all its calls are inside. */
    private static Map<String, Object> parameters(String route, Epoch epoch, Policy policy, long nowMicros) {
        long window = micros(policy.window());
        long outcomeWindow = micros(policy.outcomeWindow());
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("route", route);
        parameters.put("experiment", epoch.experiment());
        parameters.put("epoch_id", epoch.id());
        parameters.put("now", nowMicros);
        parameters.put("maturity", window);
        parameters.put("window", window == 0 ? FOR_EVER : window);
        parameters.put("outcome_window", outcomeWindow);
        parameters.put("outcome_inside", outcomeWindow == 0 ? FOR_EVER : outcomeWindow);
        return parameters;
    }
}
