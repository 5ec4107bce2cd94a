package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.RefusalsQuery.Refusals;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import java.util.List;

/** The calls that the router refused. Stateless. */
public final class RefusalsJson {
    private RefusalsJson() {}

    /** The answer: the groups, and how many calls they are together. */
    public static ObjectNode of(List<Refusals> refusals, TimeRange range) {
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, range);
        ArrayNode list = answer.putArray("refusals");
        long calls = 0;
        for (Refusals each : refusals) {
            ObjectNode node = list.addObject();
            node.put("error_code", each.errorCode());
            node.put("status", each.status());
            node.put("key", each.key());
            node.put("route", each.route());
            node.put("calls", each.calls());
            node.put("tasks", each.tasks());
            node.put("last", UtcTime.print(each.lastMicros()));
            calls += each.calls();
        }
        answer.putObject("total").put("calls", calls);
        return answer;
    }
}
