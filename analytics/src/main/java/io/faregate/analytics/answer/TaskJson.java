package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.Page;
import io.faregate.analytics.query.TaskQuery;
import io.faregate.analytics.query.TaskQuery.Feedback;
import io.faregate.analytics.row.UtcTime;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One task with all its calls. Stateless. */
public final class TaskJson {
    private record Call(ObjectNode json, @Nullable String arm, long costPicoUsd) {}

    private TaskJson() {}

    /** The answer with the calls of a page; cost and arm are of all calls. Null when no row names the task. */
    public static @Nullable ObjectNode of(Connection connection, String task, Page page) throws SQLException {
        List<Call> calls = TaskQuery.calls(
                connection, task, row -> new Call(CallJson.of(row), row.getString("arm"), row.getLong("cost_pico")));
        Feedback feedback = TaskQuery.feedback(connection, task);
        if (calls.isEmpty() && feedback == null) {
            return null;
        }
        ObjectNode answer = Json.object();
        answer.put("task_id", task);
        BigInteger cost = BigInteger.ZERO;
        String arm = null;
        for (Call call : calls) {
            cost = cost.add(BigInteger.valueOf(call.costPicoUsd()));
            arm = arm == null ? call.arm() : arm;
        }
        answer.set("arm", Json.text(arm));
        answer.set("cost_usd", Json.usd(cost));
        answer.put("total_calls", calls.size());
        answer.putArray("calls");
        page.of(calls).forEach(call -> answer.withArray("/calls").add(call.json()));
        answer.set("feedback", feedback == null ? Json.text(null) : feedback(feedback));
        return answer;
    }

    private static ObjectNode feedback(Feedback feedback) {
        ObjectNode node = Json.object();
        node.put("ts", UtcTime.print(feedback.tsMicros()));
        node.put("success", feedback.success());
        node.set("score", Json.number(feedback.score()));
        node.put("final", feedback.closed());
        return node;
    }
}
