package io.faregate.router.server;

import io.faregate.router.route.Refusal;
import io.faregate.router.route.Surface;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One event loop's HTTP server: calls of models go straight to an exchange, all else to the pages about the router. */
final class HttpVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(HttpVerticle.class);
    private static final int LONGEST_HEADERS_BYTES = 64 * 1024;
    private static final int LONGEST_LINE_BYTES = 16 * 1024;

    private final Shared shared;
    private final String host;
    private final int port;
    private final int index;
    private final Admin admin;
    private final Map<String, Surface> surfaces = new HashMap<>();
    private @Nullable Loop loop;
    private @Nullable Pages pages;

    HttpVerticle(Shared shared, String host, int port, int index, Admin admin) {
        this.shared = shared;
        this.host = host;
        this.port = port;
        this.index = index;
        this.admin = admin;
        for (Surface surface : Surface.values()) {
            surfaces.put(surface.path(), surface);
        }
    }

    @Override
    public Future<?> start() {
        Loop own = new Loop(vertx, shared, index);
        loop = own;
        pages = new Pages(own);
        HttpServerOptions options = new HttpServerOptions()
                .setHost(host)
                .setPort(port)
                .setTcpNoDelay(true)
                .setHandle100ContinueAutomatically(true)
                // The guess at the protocol, before it has seen enough, is open to heads that never end.
                .setHttp2ClearTextEnabled(false)
                // Each of them is one more who looks at every request.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setMaxHeaderSize(LONGEST_HEADERS_BYTES)
                .setMaxInitialLineLength(LONGEST_LINE_BYTES);
        Connections connections = own.connections();
        return vertx.createHttpServer(options)
                .connectionHandler(connections::opened)
                .requestHandler(request -> {
                    if (connections.begun(request)) {
                        guarded(own, request);
                    }
                })
                .listen();
    }

    /** Ends what is still open on this loop. */
    void abandon() {
        Loop own = loop;
        if (own != null) {
            context.runOnContext(ignored -> own.abandon());
        }
    }

    /** Whatever goes wrong in us, the client is told. */
    private void guarded(Loop own, HttpServerRequest request) {
        try {
            handle(own, request);
        } catch (RuntimeException fault) {
            LOG.error("a request for {} has met a fault of the router", request.path(), fault);
            if (!request.response().headWritten()) {
                Pages.refuse(own, request, Refusal.FAULT);
            }
        }
    }

    private void handle(Loop own, HttpServerRequest request) {
        String path = request.path();
        Surface surface = surfaces.get(path);
        if (surface != null) {
            if (HttpMethod.POST.equals(request.method())) {
                Exchange.serve(own, request, surface);
            } else {
                Pages.refuse(own, request, 405, "method_not_allowed", "Use POST for " + path + ".");
            }
            return;
        }
        if (!BodyReader.framed(request)) {
            Pages.refuse(own, request, BodyReader.Fault.UNKNOWN_FRAMING, 0);
            return;
        }
        if (FramingFault.in(request)) {
            Pages.refuse(own, request, BodyReader.Fault.BROKEN_FRAMING, 0);
            return;
        }
        if (path != null && path.startsWith("/admin")) {
            own.connections().awaits(request);
            admin.handle(request);
        } else if (pages != null) {
            pages.handle(request);
        }
    }
}
