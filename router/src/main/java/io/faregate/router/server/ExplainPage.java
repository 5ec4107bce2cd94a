package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.health.Bench;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.usage.RowId;
import io.faregate.router.wire.BadRequest;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** What would be tried for a request, in which order and at what estimated cost. Calls nobody, spends nothing. */
final class ExplainPage {
    private static final long RANKED_OUTPUT_TOKENS = 256;

    private final Loop loop;

    ExplainPage(Loop loop) {
        this.loop = loop;
    }

    void serve(HttpServerRequest request, @Nullable VirtualKey key) {
        Snapshot snapshot = loop.shared().snapshot();
        BodyReader.read(
                request,
                snapshot.maxBodyBytes(),
                body -> explain(request, key, snapshot, body),
                fault -> Pages.refuse(
                        loop, request, 413, "body_too_large", "The body is too large or not in a known encoding."));
    }

    private void explain(HttpServerRequest request, @Nullable VirtualKey key, Snapshot snapshot, byte[] body) {
        RouteRequest wanted;
        try {
            wanted = loop.scanner()
                    .scan(body, Surface.CHAT, snapshot.readsUserText())
                    .facts();
        } catch (BadRequest e) {
            Pages.refuse(loop, request, 400, "invalid_request", String.valueOf(e.getMessage()));
            return;
        }
        Route route = snapshot.routing().route(wanted.model());
        if (route == null || !Exchange.mayUse(key, route)) {
            Refusal refusal = Refusal.modelNotFound(wanted.model());
            Pages.refuse(loop, request, refusal.status(), refusal.code(), refusal.message());
            return;
        }
        String task = RequestIdentity.taskId(request, wanted.metadataTaskId());
        long millis = loop.wallMillis();
        String taskId = task != null
                ? task
                : RowId.of(millis, loop.random(), loop.random()).toString();
        RoutePlan plan = loop.planner()
                .plan(
                        route,
                        wanted,
                        taskId,
                        key == null ? "" : key.name(),
                        false,
                        loop.nowNanos(),
                        millis,
                        loop.random());
        Pages.json(request, 200, page(plan, wanted, millis));
    }

    private ObjectNode page(RoutePlan plan, RouteRequest wanted, long millis) {
        long output = wanted.askedOutputTokens() == RouteRequest.NOT_ASKED
                ? RANKED_OUTPUT_TOKENS
                : wanted.askedOutputTokens();
        output = PicoUsd.timesSaturating(output, wanted.answers());
        ObjectNode page = Json.object().put("route", plan.route().name());
        page.put("arm", plan.arm() == null ? null : plan.arm().key());
        page.putObject("estimate")
                .put("input_tokens", wanted.estimatedInputTokens())
                .put("output_tokens", output);
        ArrayNode candidates = page.putArray("candidates");
        ArrayNode skipped = page.putArray("skipped");
        long now = loop.nowNanos();
        for (RoutePlan.Link link : plan.links()) {
            Candidate candidate = link.candidate();
            Bench benched = link.reason() == null ? loop.benches(candidate).benched(now) : null;
            String reason = benched == null
                    ? link.reason()
                    : "benched:" + benched.failureClass().key();
            if (reason != null) {
                skipped.addObject().put("target", candidate.target().name()).put("reason", reason);
                continue;
            }
            Price price = candidate.price();
            long cost = price == null || !price.complete()
                    ? -1
                    : CostModel.estimate(price, wanted.estimatedInputTokens(), output, millis);
            candidates
                    .addObject()
                    .put("target", candidate.target().name())
                    .put("model", candidate.model())
                    .put("estimated_cost_usd", Json.usd(cost));
        }
        return page;
    }
}
