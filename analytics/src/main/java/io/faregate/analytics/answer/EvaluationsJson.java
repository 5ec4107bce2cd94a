package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.Records.Shown;
import io.faregate.analytics.row.UtcTime;
import java.util.List;

/** Recorded evaluations with all that each was made from. Stateless. */
public final class EvaluationsJson {
    private EvaluationsJson() {}

    /** The answer. */
    public static ObjectNode of(List<Shown> records) {
        ObjectNode answer = Json.object();
        ArrayNode list = answer.putArray("evaluations");
        for (Shown record : records) {
            ObjectNode node = list.addObject();
            node.put("record_id", record.recordId());
            node.put("ts", UtcTime.print(record.tsMicros()));
            node.put("route", record.route());
            node.put("experiment", record.experiment());
            node.put("epoch", record.epoch());
            node.put("challenger", record.challenger());
            node.put("tasks", record.tasks());
            node.put("verdict", record.verdict());
            node.set("record", Json.parse(record.record()));
        }
        return answer;
    }
}
