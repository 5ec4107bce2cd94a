package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.KeyRing;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnknownModel;
import io.faregate.router.route.VirtualKey;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pages about the router: what it serves, whom it knows, what it would do, how it is.
 * Confined to its event loop.
 */
final class Pages {
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
        Page page = Page.at(path);
        KeyRing keyring = loop.shared().snapshot().keyring();
        VirtualKey key = null;
        if (page == null ? path.startsWith("/v1/") : page.reader().wantsKey()) {
            key = RequestIdentity.key(request, keyring);
            boolean admin =
                    page != null && page.reader() == Page.Reader.KEY_HOLDER_OR_ADMIN && isAdmin(request, keyring);
            if (!keyring.open() && key == null && !admin) {
                refuse(loop, request, 401, "invalid_key", "The key is missing or not one of this router's.");
                return;
            }
        }
        if (page == null) {
            refuse(loop, request, 404, "not_found", "There is nothing at " + path + ".");
        } else if (page.reader() == Page.Reader.ADMIN && !keyring.hasAdmin()) {
            refuse(loop, request, 403, "admin_closed", "There is no admin key: set auth.admin_key_env.");
        } else if (page.reader() == Page.Reader.ADMIN && !isAdmin(request, keyring)) {
            refuse(loop, request, 401, "invalid_key", "The admin key is missing or wrong.");
        } else if (!takes(page, request.method())) {
            refuse(loop, request, 405, "method_not_allowed", "Use " + page.method() + " for " + path + ".");
        } else {
            serve(page, request, path, key);
        }
    }

    private void serve(Page page, HttpServerRequest request, String path, @Nullable VirtualKey key) {
        switch (page) {
            case LIVEZ -> text(request, 200, "ok\n");
            case READYZ -> ready(request);
            case METRICS -> text(request, 200, loop.shared().metrics().scrape(loop.shared(), loop.nowNanos()));
            case DESCRIPTION -> json(request, Description.BYTES);
            case BUDGETS -> BudgetsPage.of(loop).onSuccess(told -> json(request, 200, told));
            case MODELS -> json(request, 200, models(key));
            case MODEL -> model(request, path.substring(Page.MODELS.path().length() + 1), key);
            case PROVIDERS -> json(request, 200, ProvidersPage.of(loop));
            case EXPLAIN -> explain.serve(request, key);
            case FEEDBACK -> feedback.serve(request, key);
        }
    }

    private static boolean isAdmin(HttpServerRequest request, KeyRing keyring) {
        String secret = RequestIdentity.credential(request);
        return secret != null && keyring.isAdmin(secret);
    }

    private static boolean takes(Page page, HttpMethod method) {
        return page.method().equals(method.name())
                || (HttpMethod.HEAD.equals(method) && page.method().equals("GET"));
    }

    private void ready(HttpServerRequest request) {
        boolean draining = loop.shared().draining();
        String trouble = loop.shared().trouble();
        String detail = (trouble == null ? "" : "shared store: " + trouble + "\n")
                + loop.shared().snapshot().unusableRoutes();
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
                .filter(name -> RequestIdentity.mayUse(key, snapshot.routing().route(name)))
                .toList();
    }

    private void model(HttpServerRequest request, String encoded, @Nullable VirtualKey key) {
        String name = decoded(encoded);
        if (names(key).contains(name)) {
            json(request, 200, entry(name));
        } else {
            Refusal refusal = UnknownModel.refusal(
                    loop.shared().snapshot().routing(), name, route -> RequestIdentity.mayUse(key, route));
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
        request.response().setStatusCode(status);
        json(request, Json.write(body));
    }

    private static void json(HttpServerRequest request, byte[] body) {
        request.response()
                .putHeader("Content-Type", "application/json")
                .end(Buffer.buffer(body))
                .onFailure(gone -> {});
    }

    static void refuse(Loop loop, HttpServerRequest request, int status, String code, String message) {
        String type = status == 401 ? "authentication_error" : "invalid_request_error";
        refuse(loop, request, Refusal.of(status, type, code, message));
    }

    static void refuse(Loop loop, HttpServerRequest request, Refusal refusal) {
        RequestFacts facts = new RequestFacts(loop, request, Surface.CHAT);
        new ClientResponse(loop, request, facts).error(refusal);
    }

    /** Refuses a body; what has not been read of it never is. */
    static void refuse(Loop loop, HttpServerRequest request, BodyReader.Fault fault, long maxBytes) {
        ClientResponse client = new ClientResponse(loop, request, new RequestFacts(loop, request, Surface.CHAT));
        if (fault.connectionEnds()) {
            client.closeAfterwards();
        }
        client.error(fault.refusal(maxBytes));
    }
}
