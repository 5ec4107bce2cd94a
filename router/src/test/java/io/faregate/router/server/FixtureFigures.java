package io.faregate.router.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.Classifier;
import io.faregate.router.health.Failure;
import io.faregate.router.route.Routing;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What a fixture came to, without what differs from run to run: ids, times. */
final class FixtureFigures {
    private static final long NOW_MILLIS = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();
    private static final List<String> OF_ROWS = List.of(
            "outcome",
            "error_code",
            "input_tokens",
            "cached_input_tokens",
            "cache_write_tokens",
            "output_tokens",
            "reasoning_tokens",
            "usage_source",
            "cost_usd",
            "charged_usd",
            "provider_cost_usd",
            "fallthrough");
    private static final List<String> OF_ATTEMPTS =
            List.of("target", "result", "class", "reason", "status", "cost_usd", "changed");

    private FixtureFigures() {}

    static ObjectNode reply(Reply reply) throws Exception {
        ObjectNode out = Fixture.JSON.createObjectNode().put("status", reply.status());
        for (String name : List.of("x-faregate-target", "x-faregate-tools", "retry-after")) {
            if (reply.headers().containsKey(name)) {
                out.put(name, reply.headers().get(name));
            }
        }
        String body = masked(reply.body());
        if (!"text/event-stream".equals(reply.headers().get("content-type"))) {
            return out.set("json", Fixture.JSON.readTree(body));
        }
        ArrayNode events = out.putArray("events");
        for (String event : body.split("\n\n")) {
            String data = event.substring("data: ".length());
            events.add(data.startsWith("{") ? Fixture.JSON.readTree(data) : events.textNode(data));
        }
        return out.put("whole", reply.whole());
    }

    private static String masked(String body) {
        return body.replaceAll("\"request_id\":\"[^\"]*\"", "\"request_id\":\"…\"")
                .replaceAll("\"latency_ms\":\\d+", "\"latency_ms\":0")
                .replaceAll("call_[0-9A-Za-z]{24}", "call_…")
                .replaceAll("\"created\":\\d{10}", "\"created\":0");
    }

    static ObjectNode row(JsonNode row) {
        ObjectNode out = Fixture.JSON.createObjectNode();
        OF_ROWS.forEach(name -> out.set(name, row.path(name)));
        for (JsonNode attempt : row.path("attempts")) {
            ObjectNode told = out.withArray("attempts").addObject();
            OF_ATTEMPTS.forEach(name -> told.set(name, attempt.path(name)));
        }
        return out;
    }

    /**
     * For how many seconds the first answer benches whom, by a clock that stands at noon;
     * null when it is no failure.
     */
    static JsonNode bench(Fixture fixture, Routing routing) {
        Fixture.Call call = fixture.calls().get(0);
        String provider = fixture.providers()[0].split("/")[0];
        byte[] body = call.body().getBytes(UTF_8);
        if (call.streams() || (call.status() == 200 && !call.body().contains("\"error\""))) {
            return Fixture.JSON.nullNode();
        }
        Failure failure = call.status() == 200
                ? Classifier.classifyTold(
                        200, name -> call.header(name), body, 0, body.length, provider, null, false, NOW_MILLIS)
                : Classifier.classify(call.status(), name -> call.header(name), body, provider, null, NOW_MILLIS);
        return Fixture.JSON
                .createObjectNode()
                .put("class", failure.failureClass().key())
                .put("holder", failure.failureClass().scope().name().toLowerCase(Locale.ROOT))
                .put("seconds", BenchBoard.nanos(failure, routing.benchPolicy()) / 1e9);
    }
}
