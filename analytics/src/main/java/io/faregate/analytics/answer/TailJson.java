package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.query.TailQuery.DearTask;
import io.faregate.analytics.row.UtcTime;
import java.math.BigInteger;
import java.util.List;

/** The dearest tasks of both arms. Stateless. */
public final class TailJson {
    private TailJson() {}

    /** The answer: by arm its dearest tasks, what they cost together, and what all its mature tasks cost. */
    public static ObjectNode of(List<DearTask> tasks) {
        ObjectNode answer = Json.object();
        ObjectNode arms = answer.putObject("arms");
        for (Arm arm : Arm.values()) {
            ObjectNode node = arms.putObject(arm.wireName());
            List<DearTask> own = tasks.stream().filter(t -> t.arm() == arm).toList();
            BigInteger dearest = own.stream().map(DearTask::costPicoUsd).reduce(BigInteger.ZERO, BigInteger::add);
            node.put("tasks", own.isEmpty() ? 0 : own.get(0).armTasks());
            node.set(
                    "cost_usd",
                    Json.usd(own.isEmpty() ? BigInteger.ZERO : own.get(0).armCostPicoUsd()));
            node.set("dearest_usd", Json.usd(dearest));
            ArrayNode list = node.putArray("dearest");
            for (DearTask task : own) {
                ObjectNode one = list.addObject();
                one.put("task_id", task.taskId());
                one.put("started", UtcTime.print(task.startedMicros()));
                one.put("calls", task.calls());
                one.set("cost_usd", Json.usd(task.costPicoUsd()));
            }
        }
        return answer;
    }
}
