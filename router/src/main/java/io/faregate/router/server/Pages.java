package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.KeyRing;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Surface;
import io.faregate.router.route.VirtualKey;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages about the router: what it serves, whom it knows, what it would do, how it is. Confined to its event loop. */
final class Pages {
    private static final String MODELS = "/v1/models";

    private final Loop loop;
    private final ExplainPage explain;
    private final FeedbackPage feedback;

    Pages(Loop loop) {
        this.loop = loop;
        this.explain = new ExplainPage(loop);
        this.feedback = new FeedbackPage(loop);
    }

    void handle(HttpServerRequest request) {
        String path = request.path() == null ? "/" : request.path();
        switch (path) {
            case "/livez" -> text(request, 200, "ok\n");
            case "/readyz" -> ready(request);
            case "/metrics" -> text(request, 200, loop.shared().metrics().scrape());
            default -> {
                if (path.startsWith("/v1/")) {
                    api(request, path);
                } else {
                    refuse(loop, request, 404, "not_found", "There is nothing at " + path + ".");
                }
            }
        }
    }

    private void api(HttpServerRequest request, String path) {
        KeyRing keyring = loop.shared().snapshot().keyring();
        if (path.equals("/v1/budgets")) {
            budgets(request, keyring);
            return;
        }
        VirtualKey key = RequestIdentity.key(request, keyring);
        if (!keyring.open() && key == null) {
            refuse(loop, request, 401, "invalid_key", "The key is missing or not one of this router's.");
            return;
        }
        if (path.equals("/v1/explain")) {
            post(request, path, () -> explain.serve(request, key));
        } else if (path.equals("/v1/feedback")) {
            post(request, path, () -> feedback.serve(request, key));
        } else if (!HttpMethod.GET.equals(request.method())) {
            refuse(
                    loop,
                    request,
                    known(path) ? 405 : 404,
                    known(path) ? "method_not_allowed" : "not_found",
                    known(path) ? "Use GET for " + path + "." : "There is nothing at " + path + ".");
        } else if (path.equals(MODELS)) {
            json(request, 200, models(key));
        } else if (path.startsWith(MODELS + "/")) {
            model(request, path.substring(MODELS.length() + 1), key);
        } else if (path.equals("/v1/providers")) {
            json(request, 200, ProvidersPage.of(loop));
        } else {
            refuse(loop, request, 404, "not_found", "There is nothing at " + path + ".");
        }
    }

    private void budgets(HttpServerRequest request, KeyRing keyring) {
        String secret = RequestIdentity.credential(request);
        if (!keyring.hasAdmin()) {
            refuse(loop, request, 403, "admin_closed", "There is no admin key: set auth.admin_key_env.");
        } else if (secret == null || !keyring.isAdmin(secret)) {
            refuse(loop, request, 401, "invalid_key", "The admin key is missing or wrong.");
        } else {
            json(request, 200, BudgetsPage.of(loop));
        }
    }

    private static boolean known(String path) {
        return path.equals(MODELS) || path.equals("/v1/providers");
    }

    private void post(HttpServerRequest request, String path, Runnable serve) {
        if (HttpMethod.POST.equals(request.method())) {
            serve.run();
        } else {
            refuse(loop, request, 405, "method_not_allowed", "Use POST for " + path + ".");
        }
    }

    private void ready(HttpServerRequest request) {
        boolean draining = loop.shared().draining();
        String trouble = loop.shared().trouble();
        String detail = trouble == null ? "" : "shared store: " + trouble + "\n";
        text(request, draining ? 503 : 200, draining ? "draining\n" : "ready\n" + detail);
    }

    private ObjectNode models(@Nullable VirtualKey key) {
        ObjectNode page = Json.object().put("object", "list");
        ArrayNode data = page.putArray("data");
        for (String name : names(key)) {
            data.add(entry(name));
        }
        return page;
    }

    private List<String> names(@Nullable VirtualKey key) {
        Snapshot snapshot = loop.shared().snapshot();
        return snapshot.routing().models().stream()
                .filter(name -> Exchange.mayUse(key, snapshot.routing().route(name)))
                .toList();
    }

    private void model(HttpServerRequest request, String encoded, @Nullable VirtualKey key) {
        String name = decoded(encoded);
        if (names(key).contains(name)) {
            json(request, 200, entry(name));
        } else {
            Refusal refusal = Refusal.modelNotFound(name);
            refuse(loop, request, refusal.status(), refusal.code(), refusal.message());
        }
    }

    private static String decoded(String encoded) {
        try {
            return QueryStringDecoder.decodeComponent(encoded.replace("+", "%2B"));
        } catch (IllegalArgumentException notEncoded) {
            return encoded;
        }
    }

    private static ObjectNode entry(String name) {
        return Json.object()
                .put("id", name)
                .put("object", "model")
                .put("created", 0)
                .put("owned_by", "faregate");
    }

    private static void text(HttpServerRequest request, int status, String text) {
        HttpServerResponse response = request.response();
        response.setStatusCode(status)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .end(text)
                .onFailure(gone -> {});
    }

    static void json(HttpServerRequest request, int status, Object body) {
        request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(Buffer.buffer(Json.write(body)))
                .onFailure(gone -> {});
    }

    static void refuse(Loop loop, HttpServerRequest request, int status, String code, String message) {
        String type = status == 401 ? "authentication_error" : "invalid_request_error";
        refuse(loop, request, Refusal.of(status, type, code, message));
    }

    static void refuse(Loop loop, HttpServerRequest request, Refusal refusal) {
        RequestFacts facts = new RequestFacts(loop, request, Surface.CHAT);
        new ClientResponse(loop, request.response(), facts).error(refusal);
    }

    /** Refuses a body; what has not been read of it never is. */
    static void refuse(Loop loop, HttpServerRequest request, BodyReader.Fault fault, long maxBytes) {
        if (fault.connectionEnds()) {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        refuse(loop, request, fault.refusal(maxBytes));
    }
}
