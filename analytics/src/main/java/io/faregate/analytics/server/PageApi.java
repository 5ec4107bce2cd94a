package io.faregate.analytics.server;

import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /} and {@code /assets/NAME}: the page and what it is made of. All of it is in the jar, and the page is told to
 * load nothing from anywhere else. It holds no figure, so it needs no key; what it asks for does.
 */
final class PageApi {
    private static final Logger LOG = LoggerFactory.getLogger(PageApi.class);

    private static final String PAGE = "index.html";
    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin");

    private final WorkerExecutor workers;
    private final Map<String, Asset> assets = new ConcurrentHashMap<>();

    PageApi(WorkerExecutor workers) {
        this.workers = workers;
    }

    /** Whether a path belongs to the page. */
    static boolean owns(String path) {
        return path.equals("/") || path.startsWith("/assets/");
    }

    void mount(Router router) {
        router.get("/").handler(context -> answer(context, PAGE));
        router.get("/assets/:asset").handler(context -> {
            String name = segment(context, "asset");
            if (name.equals(PAGE)) {
                throw Problem.notFound("the page is at /");
            }
            answer(context, name);
        });
        router.get("/assets/:folder/:asset")
                .handler(context -> answer(context, segment(context, "folder") + "/" + segment(context, "asset")));
    }

    private static String segment(RoutingContext context, String name) {
        return Objects.requireNonNull(context.pathParam(name));
    }

    private void answer(RoutingContext context, String name) {
        Asset known = assets.get(name);
        Future<Asset> asset = known != null
                ? Future.succeededFuture(known)
                : workers.executeBlocking(() -> read(name), false).map(Objects::requireNonNull);
        asset.onComplete(found -> send(context, found), failure -> Answers.fail(context, failure));
    }

    private Asset read(String name) {
        Asset asset = Asset.named(name);
        if (asset == null) {
            throw Problem.notFound("the page has no part " + name);
        }
        assets.put(name, asset);
        return asset;
    }

    private static void send(RoutingContext context, Asset asset) {
        HttpServerResponse response = context.response();
        HEADERS.forEach(response::putHeader);
        response.putHeader(HttpHeaders.ETAG, asset.tag()).putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        String seen = context.request().getHeader(HttpHeaders.IF_NONE_MATCH);
        Future<Void> sent = asset.tag().equals(seen)
                ? response.setStatusCode(304).end()
                : response.putHeader(HttpHeaders.CONTENT_TYPE, asset.mediaType())
                        .end(asset.content());
        sent.onFailure(e -> LOG.debug("the client left: {}", e.getMessage()));
    }
}
