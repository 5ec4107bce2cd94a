package io.faregate.router.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.route.VirtualKey;
import io.faregate.router.usage.FeedbackRow;
import io.faregate.router.usage.RowId;
import io.faregate.router.usage.UsageRowEncoder;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes what a client says became of a task and writes it as a row. Confined to its event loop. */
final class FeedbackPage {
    private static final long LONGEST_BYTES = 64 * 1024;
    private static final Set<String> MEMBERS = Set.of("task_id", "success", "score", "final");

    private final Loop loop;
    private final Context context;
    private final UsageRowEncoder encoder;

    FeedbackPage(Loop loop) {
        this.loop = loop;
        this.context = loop.vertx().getOrCreateContext();
        this.encoder =
                new UsageRowEncoder(loop.shared().instance(), loop.shared().version());
    }

    void serve(HttpServerRequest request, @Nullable VirtualKey key) {
        BodyReader.read(
                loop,
                request,
                LONGEST_BYTES,
                body -> take(request, key, body),
                fault -> Pages.refuse(loop, request, fault, LONGEST_BYTES));
    }

    private void take(HttpServerRequest request, @Nullable VirtualKey key, byte[] body) {
        ObjectNode given = Json.read(body);
        String fault = given == null ? "The body is not a JSON object." : fault(given);
        if (given == null || fault != null) {
            Pages.refuse(loop, request, 400, "invalid_request", String.valueOf(fault));
            return;
        }
        long millis = loop.wallMillis();
        JsonNode success = given.get("success");
        JsonNode score = given.get("score");
        FeedbackRow row = new FeedbackRow(
                RowId.of(millis, loop.random(), loop.random()),
                millis,
                given.get("task_id").asText(),
                isAbsent(success) ? null : success.asBoolean(),
                isAbsent(score) ? null : score.decimalValue(),
                given.path("final").asBoolean(false),
                key == null ? null : key.name());
        loop.shared()
                .sink()
                .append(
                        encoder.encode(row),
                        () -> context.runOnContext(
                                handed -> Pages.json(request, 202, Json.object().put("accepted", true))));
    }

    private static @Nullable String fault(ObjectNode given) {
        for (String name : (Iterable<String>) given::fieldNames) {
            if (!MEMBERS.contains(name)) {
                return "Unknown member '" + name + "'; feedback has task_id, success, score and final.";
            }
        }
        JsonNode task = given.get("task_id");
        if (task == null || !task.isTextual() || !RequestIdentity.isSafeId(task.asText())) {
            return "task_id: expected 1 to 128 of A-Z a-z 0-9 . _ : -";
        }
        JsonNode success = given.get("success");
        JsonNode score = given.get("score");
        JsonNode closing = given.get("final");
        if (!isAbsent(success) && !success.isBoolean()) {
            return "success: expected true or false";
        }
        if (!isAbsent(score) && !isShare(score)) {
            return "score: expected a number from 0 to 1";
        }
        if (!isAbsent(closing) && !closing.isBoolean()) {
            return "final: expected true or false";
        }
        boolean empty =
                isAbsent(success) && isAbsent(score) && !given.path("final").asBoolean(false);
        return empty ? "Feedback needs success, score or final." : null;
    }

    private static boolean isAbsent(@Nullable JsonNode node) {
        return node == null || node.isNull();
    }

    private static boolean isShare(JsonNode score) {
        return score.isNumber()
                && score.decimalValue().signum() >= 0
                && score.decimalValue().compareTo(BigDecimal.ONE) <= 0;
    }
}
