package io.faregate.router.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The clients' connections of one event loop. Closes those that have had no request in hand for too long; a head that
 * trickles in is no request yet, so it buys no time. Confined to its event loop.
 */
final class Connections {
    private static final int LOOKS = 5;

    private final IdentityHashMap<HttpConnection, Quiet> open = new IdentityHashMap<>();
    private final long idleNanos;

    /** How many requests a connection has in hand, and since when it has none. */
    private static final class Quiet {
        private int requests;
        private long sinceNanos;
    }

    Connections(Vertx vertx, long idleMillis) {
        this.idleNanos = idleMillis * 1_000_000;
        vertx.setPeriodic(Math.max(1, idleMillis / LOOKS), fired -> look());
    }

    void opened(HttpConnection connection) {
        Quiet quiet = new Quiet();
        quiet.sinceNanos = System.nanoTime();
        open.put(connection, quiet);
        connection.closeHandler(closed -> open.remove(connection));
    }

    void begun(HttpServerRequest request) {
        Quiet quiet = open.get(request.connection());
        if (quiet != null) {
            quiet.requests++;
            request.response().bodyEndHandler(sent -> {
                quiet.requests--;
                quiet.sinceNanos = System.nanoTime();
            });
        }
    }

    private void look() {
        long now = System.nanoTime();
        List<HttpConnection> idle = new ArrayList<>();
        open.forEach((connection, quiet) -> {
            if (quiet.requests == 0 && now - quiet.sinceNanos > idleNanos) {
                idle.add(connection);
            }
        });
        idle.forEach(connection -> connection.close().onFailure(gone -> {}));
    }
}
