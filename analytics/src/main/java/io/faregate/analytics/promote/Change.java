package io.faregate.analytics.promote;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.query.Epoch;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A move as a router is told. Its id follows from the epoch and the move alone: sent again after a lost answer, by a
 * second instance or after a restart, it is the same change, which a router makes once. So a move that a person has
 * taken back is not made again in its epoch. Immutable.
 *
 * @param id under which the router makes it once
 * @param method of the request
 * @param page below {@code /admin/routes/ROUTE/}
 * @param body what holds before, what to set, and why
 */
public record Change(String id, String method, String page, ObjectNode body) {
    /** The change that a move is; null for a rest. */
    public static @Nullable Change of(Move move, Running running, Look look) {
        Epoch epoch = look.cohort().epoch();
        if (epoch == null || move instanceof Move.Rest) {
            return null;
        }
        if (move instanceof Move.Share share) {
            ObjectNode body = Json.object();
            body.set("percent", Json.number(share.percent()));
            return of("PUT", "canary", "share " + share.percent(), body, move, running, look, epoch);
        }
        String page = move instanceof Move.Promote ? "promote" : "rollback";
        return of("POST", page, page, Json.object(), move, running, look, epoch);
    }

    private static Change of(
            String method,
            String page,
            String name,
            ObjectNode body,
            Move move,
            Running running,
            Look look,
            Epoch epoch) {
        String known = String.join("\n", look.route(), epoch.experiment(), epoch.label(), name);
        String id = UUID.nameUUIDFromBytes(known.getBytes(UTF_8)).toString();
        Evaluation seen = look.evaluation();
        body.put("record_id", id);
        body.put("actor", "analytics");
        body.put("verdict", seen.verdict().wireName());
        body.put("epoch", epoch.number());
        ArrayNode reasons = body.putArray("reasons");
        reasons.add(move.why());
        seen.reasons().forEach(reasons::add);
        if (look.recordId() != null) {
            reasons.add("evaluation " + look.recordId());
        }
        body.putObject("expected")
                .put("experiment", running.experiment())
                .put("percent", running.percent())
                .put("challenger", running.challenger())
                .put("primary", running.primary());
        return new Change(id, method, page, body);
    }
}
