package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.promote.Running;
import io.vertx.core.Future;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the routers have in force, and what they are told. Stateless. */
final class ControlJson {
    private static final Set<String> COMMON = Set.of("record_id", "expected", "reasons");
    private static final String SHARE = "percent";

    private ControlJson() {}

    /** Each router with its canary, or why it did not tell. */
    static ObjectNode of(String route, Map<URI, Future<Running>> asked) {
        ObjectNode answer = Json.object().put("route", route);
        ArrayNode routers = answer.putArray("routers");
        asked.forEach((router, told) -> {
            ObjectNode node = routers.addObject().put("router", router.toString());
            Running running = told.result();
            if (told.failed() || running == null) {
                node.put(
                        "problem",
                        told.cause() == null
                                ? "no answer"
                                : String.valueOf(told.cause().getMessage()));
            } else {
                node.put("experiment", running.experiment());
                node.put(SHARE, running.percent());
                node.put("primary", running.primary());
                node.put("challenger", running.challenger());
                node.put("promotion", running.auto() ? "auto" : "manual");
            }
        });
        return answer;
    }

    /**
     * The change in a body, as a router wants it; the router judges the values.
     *
     * @param share whether it must set a share, which other changes must not
     * @throws IllegalArgumentException if it is no change
     */
    static ObjectNode change(@Nullable String body, boolean share) {
        JsonNode tree = body == null || body.isBlank() ? Json.object() : Json.parse(body);
        if (!(tree instanceof ObjectNode change)) {
            throw new IllegalArgumentException("the body is not a JSON object");
        }
        change.fieldNames().forEachRemaining(name -> {
            if (!COMMON.contains(name) && !(share && name.equals(SHARE))) {
                throw new IllegalArgumentException(
                        name + ": unknown; expected some of record_id, expected, reasons" + (share ? ", percent" : ""));
            }
        });
        if (share && !change.path(SHARE).isNumber()) {
            throw new IllegalArgumentException("percent: expected a number from 0 to 100, found " + change.path(SHARE));
        }
        return change.put("actor", "dashboard");
    }
}
