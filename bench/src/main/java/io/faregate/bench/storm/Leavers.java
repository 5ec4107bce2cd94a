package io.faregate.bench.storm;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Clients that ask for a stream and are gone before it ends. Written by one event loop, read by anyone. */
final class Leavers {
    private static final long PAUSE_MILLIS = 50;
    private static final long PATIENCE_MILLIS = 8;

    private final Vertx vertx;
    private final String name;
    private final URI router;
    private final NetClient client;
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private long timer;

    Leavers(Vertx vertx, String name, String routerUrl) {
        this.vertx = vertx;
        this.name = name;
        this.router = URI.create(routerUrl);
        this.client = vertx.createNetClient();
    }

    void start() {
        timer = vertx.setPeriodic(PAUSE_MILLIS, tick -> leave(name + "-" + gone.size()));
    }

    void stop() {
        vertx.cancelTimer(timer);
    }

    /** Request ids of calls that reached the router. */
    Set<String> ids() {
        return gone;
    }

    private void leave(String id) {
        String body = "{\"model\":\"storm\",\"stream\":true,\"max_tokens\":64,\"messages\":[{\"role\":\"user\","
                + "\"content\":\"Bye, " + id + "\"}]}";
        client.connect(router.getPort(), router.getHost())
                .onSuccess(socket -> socket.write("POST /v1/chat/completions HTTP/1.1\r\nHost: router\r\nX-Request-Id: "
                                + id + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                        .onSuccess(sent -> {
                            gone.add(id);
                            vertx.setTimer(PATIENCE_MILLIS, late -> socket.close());
                        }));
    }
}
