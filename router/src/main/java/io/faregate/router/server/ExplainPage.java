package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.dialect.Wording;
import io.faregate.router.health.Bench;
import io.faregate.router.route.Explanation;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnknownModel;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.usage.RowId;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** What would be tried for a request, in which order and at what estimated cost. Calls nobody, spends nothing. */
final class ExplainPage {
    private final Loop loop;

    ExplainPage(Loop loop) {
        this.loop = loop;
    }

    void serve(HttpServerRequest request, @Nullable VirtualKey key) {
        Snapshot snapshot = loop.shared().snapshot();
        BodyReader.read(
                loop,
                request,
                snapshot.maxBodyBytes(),
                body -> explain(request, key, snapshot, body),
                fault -> Pages.refuse(loop, request, fault, snapshot.maxBodyBytes()));
    }

    private void explain(HttpServerRequest request, @Nullable VirtualKey key, Snapshot snapshot, byte[] body) {
        ChatRequest asked;
        try {
            asked = loop.scanner().scan(body, Surface.CHAT, snapshot.readsUserText());
        } catch (BadRequest e) {
            Pages.refuse(loop, request, 400, "invalid_request", String.valueOf(e.getMessage()));
            return;
        }
        RouteRequest wanted = asked.facts();
        Route route = snapshot.routing().route(wanted.model());
        if (route == null || !RequestIdentity.mayUse(key, route)) {
            Refusal refusal =
                    UnknownModel.refusal(snapshot.routing(), wanted.model(), name -> RequestIdentity.mayUse(key, name));
            Pages.refuse(loop, request, refusal.status(), refusal.code(), refusal.message());
            return;
        }
        String task = RequestIdentity.taskId(request, wanted.metadataTaskId());
        long millis = loop.wallMillis();
        String taskId = task != null
                ? task
                : RowId.of(millis, loop.random(), loop.random()).toString();
        Wording wording = Wording.plain(asked, loop.shared().quirks(), loop.scanner(), loop.wallMillis());
        RoutePlan plan = loop.planner(wording, route.strict())
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
        Explanation told = Explanation.of(plan, wanted, this::heldBack, millis);
        ObjectNode page = Json.object().put("route", told.route()).put("arm", told.arm());
        page.putObject("estimate").put("input_tokens", told.inputTokens()).put("output_tokens", told.outputTokens());
        ArrayNode candidates = page.putArray("candidates");
        for (Explanation.Choice choice : told.candidates()) {
            candidates
                    .addObject()
                    .put("target", choice.target())
                    .put("model", choice.model())
                    .put("estimated_cost_usd", Json.usd(choice.costPicoUsd()));
        }
        ArrayNode skipped = page.putArray("skipped");
        for (Explanation.Skipped skip : told.skipped()) {
            skipped.addObject().put("target", skip.target()).put("reason", skip.reason());
        }
        return page;
    }

    private @Nullable String heldBack(Candidate candidate) {
        Bench bench = loop.standings(Surface.CHAT).of(candidate).benches().benched(loop.nowNanos());
        return bench == null ? null : "benched:" + bench.failureClass().key();
    }
}
