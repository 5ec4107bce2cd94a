package io.faregate.bench.proxy;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** One event loop of the bare proxy: a server and a pooled client, both bodies piped. */
final class BareProxyVerticle extends VerticleBase {
    private static final int POOL = 2_048;

    private final URI upstream;
    private final int port;
    private final IntConsumer bound;
    private @Nullable HttpClient client;

    BareProxyVerticle(URI upstream, int port, IntConsumer bound) {
        this.upstream = upstream;
        this.port = port;
        this.bound = bound;
    }

    @Override
    public Future<?> start() {
        client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setTcpNoDelay(true)
                        .setDefaultHost(upstream.getHost())
                        .setDefaultPort(upstream.getPort()),
                new PoolOptions().setHttp1MaxSize(POOL));
        return vertx.createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
                .requestHandler(this::pass)
                .listen(port, "127.0.0.1")
                .onSuccess(listening -> bound.accept(listening.actualPort()));
    }

    private void pass(HttpServerRequest request) {
        if (client == null) {
            return;
        }
        request.pause();
        client.request(new RequestOptions().setMethod(request.method()).setURI(request.uri()))
                .compose(out -> forward(request, out))
                .onSuccess(answer -> relay(answer, request.response()))
                .onFailure(lost -> {
                    if (!request.response().headWritten()) {
                        request.response().setStatusCode(502).end().onFailure(gone -> {});
                    }
                });
    }

    private static Future<HttpClientResponse> forward(HttpServerRequest request, HttpClientRequest out) {
        copy(request.headers(), out.headers(), HttpHeaders.CONTENT_TYPE);
        copy(request.headers(), out.headers(), HttpHeaders.CONTENT_LENGTH);
        return out.send(request);
    }

    private static void relay(HttpClientResponse answer, HttpServerResponse response) {
        response.setStatusCode(answer.statusCode());
        copy(answer.headers(), response.headers(), HttpHeaders.CONTENT_TYPE);
        if (answer.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
            copy(answer.headers(), response.headers(), HttpHeaders.CONTENT_LENGTH);
        } else {
            response.setChunked(true);
        }
        answer.pipeTo(response).onFailure(gone -> {});
    }

    private static void copy(MultiMap from, MultiMap to, CharSequence name) {
        String value = from.get(name);
        if (value != null) {
            to.set(name, value);
        }
    }
}
