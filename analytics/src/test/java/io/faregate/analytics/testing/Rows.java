package io.faregate.analytics.testing;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Rows for tests: a usual served call, changed field by field. */
public final class Rows {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Rows() {}

    /** A call of a task of route {@code r}, on the primary arm of {@code e1} at half the traffic, at 10:00. */
    public static ObjectNode call(String id, String task, String cost) {
        ObjectNode row = MAPPER.createObjectNode();
        row.put("schema", 1).put("type", "call").put("row_id", id).put("ts", "2026-08-20T10:00:00.000Z");
        row.put("request_id", "req-" + id).put("task_id", task).put("task_given", true);
        row.put("route", "r").put("experiment", "e1").put("arm", "primary").put("share", 0.5);
        row.put("requested_model", "r").put("target", "a").put("provider", "a").put("model", "model-a");
        row.put("stream", false).put("status", 200).put("outcome", "served");
        row.put("input_tokens", 10).put("output_tokens", 5).put("estimated_input_tokens", 1);
        row.put("cost_usd", new BigDecimal(cost)).put("latency_ms", 100).put("fallthrough", false);
        return row;
    }

    /** The same, on the challenger's arm and served by it. */
    public static ObjectNode challenger(String id, String task, String cost) {
        return call(id, task, cost)
                .put("arm", "challenger")
                .put("target", "c")
                .put("provider", "c")
                .put("model", "model-c");
    }

    /** What a client says of a task. */
    public static ObjectNode feedback(String id, String task, String ts, @Nullable Boolean success) {
        ObjectNode row = MAPPER.createObjectNode();
        row.put("schema", 1)
                .put("type", "feedback")
                .put("row_id", id)
                .put("ts", ts)
                .put("task_id", task);
        return row.put("success", success).put("final", false);
    }

    /** An attempt to put into a call's list. */
    public static ObjectNode attempt(String target, String cost, int input, int output) {
        ObjectNode attempt = MAPPER.createObjectNode();
        attempt.put("target", target).put("provider", target).put("model", "model-" + target);
        return attempt.put("cost_usd", new BigDecimal(cost))
                .put("input_tokens", input)
                .put("output_tokens", output);
    }

    /** Rows as lines. */
    public static String lines(Object... rows) {
        StringBuilder text = new StringBuilder();
        for (Object row : rows) {
            text.append(row).append('\n');
        }
        return text.toString();
    }
}
