package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.Policy;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The dearest tasks of an epoch: what a mean hides. Stateless. */
public final class TailQuery {
    private static final Sql TAIL = Sql.named("tail");

    private TailQuery() {}

    /**
     * A mature task among the dearest of its arm.
     *
     * @param arm its arm
     * @param taskId its id
     * @param startedMicros when its first call arrived
     * @param calls how many calls it took
     * @param costPicoUsd what it cost within its window
     * @param armCostPicoUsd what all mature tasks of the arm cost
     * @param armTasks how many these are
     */
    public record DearTask(
            Arm arm,
            String taskId,
            long startedMicros,
            long calls,
            BigInteger costPicoUsd,
            BigInteger armCostPicoUsd,
            long armTasks) {}

    /** At most {@code dearest} tasks of each arm, the dearest first. */
    public static List<DearTask> of(
            Connection connection, String route, Epoch epoch, Policy policy, long nowMicros, int dearest)
            throws SQLException {
        Map<String, Object> parameters = new HashMap<>(CohortTable.gather(connection, route, epoch, policy, nowMicros));
        parameters.put("dearest", dearest);
        List<DearTask> found = TAIL.list(
                connection,
                parameters,
                row -> new DearTask(
                        CohortTable.arm(row.getString("arm")),
                        row.getString("task_id"),
                        row.getLong("t0"),
                        row.getLong("calls"),
                        ArmCounts.picoUsd(row, "cost_pico"),
                        ArmCounts.picoUsd(row, "arm_pico"),
                        row.getLong("arm_tasks")));
        CohortTable.drop(connection);
        return found;
    }
}
