package io.faregate.router.upstream;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.telemetry.TraceHeaders;
import io.faregate.router.wire.ByteSlices;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop to all providers. Confined to that loop, so that a request never changes threads.
 * Redirects are never followed; compression is never asked for but understood, within {@link Inflating}'s bounds.
 */
public final class UpstreamClient {
    private static final int MOST_CONNECTIONS = 20_000;
    private static final int LONGEST_HEADERS_BYTES = 64 * 1024;
    private static final int MOST_PREPARED = 10_000;
    private static final CharSequence IDENTITY = HttpHeaders.createOptimized("identity");
    private static final CharSequence USER_AGENT = HttpHeaders.createOptimized("faregate");
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private final Vertx vertx;
    private final HttpClient pooled;
    private final HttpClient fresh;
    private final IdentityHashMap<Candidate, Map<String, RequestOptions>> prepared = new IdentityHashMap<>();
    private final Set<HttpConnection> used = Collections.newSetFromMap(new WeakHashMap<>());

    /** A client whose connections live on the calling event loop. */
    public UpstreamClient(Vertx vertx) {
        this.vertx = vertx;
        this.pooled = client(vertx, true);
        this.fresh = client(vertx, false);
    }

    private static HttpClient client(Vertx vertx, boolean keepAlive) {
        HttpClientOptions options = new HttpClientOptions()
                .setKeepAlive(keepAlive)
                .setTcpNoDelay(true)
                .setMaxHeaderSize(LONGEST_HEADERS_BYTES);
        return vertx.httpClientBuilder()
                .with(options)
                .with(new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS))
                .build();
    }

    /**
     * Posts a body to a candidate.
     *
     * @param path below the provider's base URL, with a leading slash
     * @param contentType of the body, or null for JSON
     * @param trace the trace that the call belongs to, or null
     */
    public Call post(
            Candidate candidate,
            String path,
            ByteSlices body,
            @Nullable CharSequence contentType,
            @Nullable TraceHeaders trace,
            CallListener listener) {
        boolean usual = contentType == null && trace == null;
        RequestOptions options = usual ? usual(candidate, path) : options(candidate, path, contentType);
        if (trace != null) {
            trace.on(options);
        }
        Call call = new Call(this, options, body, listener);
        call.start();
        return call;
    }

    /** What all calls of a candidate at one path have in common; the client below reads it and keeps nothing. */
    private RequestOptions usual(Candidate candidate, String path) {
        Map<String, RequestOptions> paths = prepared.get(candidate);
        if (paths == null) {
            // Each reload brings objects of its own.
            if (prepared.size() >= MOST_PREPARED) {
                prepared.clear();
            }
            paths = new HashMap<>(4);
            prepared.put(candidate, paths);
        }
        RequestOptions options = paths.get(path);
        if (options == null) {
            options = options(candidate, path, null);
            paths.put(path, options);
        }
        return options;
    }

    private static RequestOptions options(Candidate candidate, String path, @Nullable CharSequence contentType) {
        Provider provider = candidate.target().provider();
        Endpoint endpoint = Endpoint.of(provider);
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(endpoint.port(), endpoint.host()))
                .setHost(endpoint.host())
                .setPort(endpoint.port())
                .setSsl(endpoint.tls())
                .setURI(endpoint.basePath() + path)
                .setConnectTimeout(Math.max(1, candidate.target().connectTimeoutNanos() / 1_000_000))
                .putHeader(HttpHeaders.CONTENT_TYPE, contentType == null ? JSON : contentType)
                .putHeader(HttpHeaders.ACCEPT_ENCODING, IDENTITY)
                .putHeader(HttpHeaders.USER_AGENT, USER_AGENT);
        credential(provider, candidate.slot(), options);
        return options;
    }

    Vertx vertx() {
        return vertx;
    }

    HttpClient pooled() {
        return pooled;
    }

    HttpClient fresh() {
        return fresh;
    }

    /** Remembers the connection; true when an earlier call had used it already. */
    boolean usedBefore(HttpConnection connection) {
        boolean first = used.add(connection);
        if (first) {
            // The call that is on it tells how it broke; between two calls nobody minds. Else each break is logged.
            connection.exceptionHandler(broken -> {});
        }
        return !first;
    }

    private static void credential(Provider provider, KeySlot slot, RequestOptions options) {
        String key = slot.apiKey();
        if (key == null) {
            return;
        }
        boolean anthropic = "anthropic".equals(provider.dialect());
        CharSequence value = HttpHeaders.createOptimized(anthropic ? key : "Bearer " + key);
        if (anthropic) {
            options.putHeader("x-api-key", value).putHeader("anthropic-version", "2023-06-01");
        } else {
            options.putHeader(HttpHeaders.AUTHORIZATION, value);
        }
    }
}
