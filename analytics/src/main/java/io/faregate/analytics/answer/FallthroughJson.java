package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.FallthroughQuery.Bucket;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fall-through rate over time per target. Stateless. */
public final class FallthroughJson {
    private FallthroughJson() {}

    /** The answer: per target its points in order of time, each with calls, how many fell through, and the rate. */
    public static ObjectNode of(List<Bucket> buckets, TimeRange range, long bucketSeconds) {
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, range);
        answer.put("bucket_s", bucketSeconds);
        Map<String, ObjectNode> targets = new LinkedHashMap<>();
        for (Bucket bucket : buckets) {
            ObjectNode target = targets.computeIfAbsent(String.valueOf(bucket.target()), name -> {
                ObjectNode node = Json.object();
                node.put("target", bucket.target());
                node.put("calls", 0L);
                node.put("fallthroughs", 0L);
                node.putArray("points");
                return node;
            });
            target.put("calls", target.path("calls").longValue() + bucket.calls());
            target.put("fallthroughs", target.path("fallthroughs").longValue() + bucket.fallthroughs());
            ObjectNode point = Json.object();
            point.put("ts", UtcTime.printBound(bucket.tsMicros()));
            point.put("calls", bucket.calls());
            point.put("fallthroughs", bucket.fallthroughs());
            point.set("rate", Json.number((double) bucket.fallthroughs() / bucket.calls()));
            target.withArray("/points").add(point);
        }
        answer.putArray("targets").addAll(targets.values());
        return answer;
    }
}
