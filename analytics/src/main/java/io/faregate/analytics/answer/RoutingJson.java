package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.RoutingQuery.PassedOver;
import io.faregate.analytics.query.RoutingQuery.Routing;
import io.faregate.analytics.query.RoutingQuery.Share;
import io.faregate.analytics.query.TimeRange;

/** Who served, and why others did not. Stateless. */
public final class RoutingJson {
    private RoutingJson() {}

    /** The answer: calls served by route, arm and target, and by target why it was passed over. */
    public static ObjectNode of(Routing routing, TimeRange range) {
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, range);
        ArrayNode served = answer.putArray("served");
        long calls = 0;
        for (Share share : routing.shares()) {
            ObjectNode node = served.addObject();
            node.put("route", share.route());
            node.put("arm", share.arm());
            node.put("target", share.target());
            node.put("calls", share.calls());
            node.put("fallthroughs", share.fallthroughs());
            calls += share.calls();
        }
        ArrayNode passedOver = answer.putArray("passed_over");
        for (PassedOver each : routing.passedOver()) {
            ObjectNode node = passedOver.addObject();
            node.put("what", each.what());
            node.put("target", each.target());
            node.put("reason", each.reason());
            node.put("times", each.times());
        }
        answer.putObject("total").put("calls", calls);
        return answer;
    }
}
