package io.faregate.analytics.promote;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.faregate.analytics.answer.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;

/** The admin surface of routers. Nothing blocks; each future ends within ten seconds. Safe for use by many threads. */
public final class RouterAdmin implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final long ANSWER_MILLIS = 8_000;

    private final WebClient client;
    private final String key;

    /** The surface of routers that want this key. */
    public RouterAdmin(Vertx vertx, String key) {
        this.client = WebClient.create(
                vertx, new WebClientOptions().setConnectTimeout(CONNECT_MILLIS).setFollowRedirects(false));
        this.key = key;
    }

    /** A router that answered otherwise than with 200. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /** The status it answered with. */
        public int status() {
            return status;
        }
    }

    /** The canary that is in force. */
    public Future<Running> running(URI router, String route) {
        return request(HttpMethod.GET, router, route, "canary")
                .send()
                .compose(RouterAdmin::good)
                .map(body -> Running.of(Json.parse(body)));
    }

    /** Makes a change; completes when the router has it in force and on disk. */
    public Future<Void> make(URI router, String route, Change change) {
        return request(HttpMethod.valueOf(change.method()), router, route, change.page())
                .putHeader("Content-Type", "application/json")
                .sendBuffer(Buffer.buffer(Json.print(change.body())))
                .compose(RouterAdmin::good)
                .mapEmpty();
    }

    /** The daily caps that are in force. */
    public Future<RouterCaps> caps(URI router) {
        return page(HttpMethod.GET, router, "/admin/config")
                .send()
                .compose(RouterAdmin::good)
                .compose(config -> page(HttpMethod.GET, router, "/v1/budgets")
                        .send()
                        .compose(RouterAdmin::good)
                        .map(budgets -> RouterCaps.of(Json.parse(config), Json.parse(budgets))));
    }

    /** Closes the connections. */
    @Override
    public void close() {
        client.close();
    }

    private HttpRequest<Buffer> request(HttpMethod method, URI router, String route, String page) {
        String segment = URLEncoder.encode(route, UTF_8).replace("+", "%20");
        return page(method, router, "/admin/routes/" + segment + "/" + page);
    }

    private HttpRequest<Buffer> page(HttpMethod method, URI router, String path) {
        String base = router.toString().replaceAll("/+$", "");
        return client.requestAbs(method, base + path).timeout(ANSWER_MILLIS).bearerTokenAuthentication(key);
    }

    private static Future<String> good(HttpResponse<Buffer> response) {
        String body = String.valueOf(response.bodyAsString());
        return response.statusCode() == 200
                ? Future.succeededFuture(body)
                : Future.failedFuture(new Refused(response.statusCode(), detail(response.statusCode(), body)));
    }

    private static String detail(int status, String body) {
        try {
            return status + " " + Json.parse(body).path("detail").asText("without a reason");
        } catch (IllegalArgumentException e) {
            return status + " without a reason";
        }
    }
}
