package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The dearest tasks of an epoch: what a mean hides. Stateless. */
public final class TailQuery {
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
    public static List<DearTask> of(Connection connection, Gathered gathered, long nowMicros, int dearest)
            throws SQLException {
        Map<String, Object> parameters = gathered.parameters(nowMicros);
        parameters.put("dearest", dearest);
        return gathered.sql("tail", Map.of())
                .list(
                        connection,
                        parameters,
                        row -> new DearTask(
                                Gathered.arm(row),
                                row.getString("task_id"),
                                row.getLong("t0"),
                                row.getLong("calls"),
                                ArmCounts.picoUsd(row, "cost_pico"),
                                ArmCounts.picoUsd(row, "arm_pico"),
                                row.getLong("arm_tasks")));
    }
}
