package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.promote.Move;
import io.faregate.analytics.promote.Running;
import io.faregate.analytics.promote.Walk;
import io.faregate.analytics.query.LastChange;
import io.faregate.analytics.row.UtcTime;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who promotes a canary, where it stands, what it waits for and what was last done. Stateless. */
final class PromotionJson {
    private PromotionJson() {}

    /**
     * The member {@code promotion}.
     *
     * @param acting whether the service has the key that routers want
     */
    static ObjectNode of(
            @Nullable CanaryRoute configured, boolean acting, List<Walk> walks, @Nullable LastChange lastChange) {
        boolean auto = configured != null && configured.auto();
        ObjectNode node = Json.object();
        node.put("mode", auto ? "auto" : "manual");
        node.put("acting", acting);
        node.put("problem", auto && !acting ? "there is no admin key: the verdict is only told" : null);
        ArrayNode ramp = node.putArray("ramp");
        List<Double> steps = configured == null ? List.of() : configured.ramp().percents();
        steps.forEach(step -> ramp.add(Json.number(step)));
        ArrayNode routers = node.putArray("routers");
        walks.forEach(walk -> routers.add(walk(walk, steps)));
        node.set("last_change", lastChange == null ? Json.text(null) : change(lastChange));
        return node;
    }

    private static ObjectNode walk(Walk walk, List<Double> steps) {
        Running running = walk.running();
        ObjectNode node = Json.object();
        node.put("router", place(walk.router()));
        node.put("stage", walk.stage().name().toLowerCase(Locale.ROOT));
        node.put("percent", running == null ? null : running.percent());
        node.put("step", running == null ? null : step(running.percent().doubleValue(), steps));
        node.put("says", walk.says());
        ArrayNode waitingFor = node.putArray("waiting_for");
        walk.waitingFor().forEach(waitingFor::add);
        node.set("next", next(walk.next()));
        node.set("last_action", event(walk.lastAction()));
        node.set("last_error", event(walk.lastError()));
        return node;
    }

    /** The number of the step that has this share, from 1; null when none has. */
    private static @Nullable Integer step(double percent, List<Double> steps) {
        for (int i = 0; i < steps.size(); i++) {
            if (Double.compare(steps.get(i), percent) == 0) {
                return i + 1;
            }
        }
        return null;
    }

    private static JsonNode next(@Nullable Move move) {
        if (move == null || move instanceof Move.Rest) {
            return Json.text(null);
        }
        ObjectNode node = Json.object();
        if (move instanceof Move.Share share) {
            node.put("action", "share");
            node.set("percent", Json.number(share.percent()));
        } else {
            node.put("action", move instanceof Move.Promote ? "promote" : "rollback");
            node.putNull("percent");
        }
        return node;
    }

    private static JsonNode event(Walk.@Nullable Event event) {
        return event == null
                ? Json.text(null)
                : Json.object().put("ts", UtcTime.print(event.tsMicros())).put("what", event.what());
    }

    private static ObjectNode change(LastChange change) {
        ObjectNode node = Json.object();
        node.put("ts", UtcTime.print(change.tsMicros()));
        node.put("action", change.action());
        node.put("actor", change.actor());
        node.set("reasons", change.reasons() == null ? Json.array() : Json.parse(change.reasons()));
        return node;
    }

    /** Host and port alone: what else an address holds may be a secret. */
    static String place(URI router) {
        return router.getPort() < 0 ? router.getHost() : router.getHost() + ":" + router.getPort();
    }
}
