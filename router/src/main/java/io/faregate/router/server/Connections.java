package io.faregate.router.server;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
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
    private final Shared shared;
    private final long idleNanos;

    /** How many requests a connection has in hand, and since when it has none. */
    private static final class Quiet {
        private int requests;
        private boolean ending;
        private boolean awaited;
        private long sinceNanos;

        /** Whether somebody waits for the body, or has given it up, and answers if its framing is broken. */
        private boolean answers() {
            return awaited || ending;
        }
    }

    Connections(Vertx vertx, Shared shared) {
        long idleMillis = shared.patience().idleMillis();
        this.shared = shared;
        this.idleNanos = idleMillis * 1_000_000;
        vertx.setPeriodic(Math.max(1, idleMillis / LOOKS), fired -> look());
    }

    void opened(HttpConnection connection) {
        Quiet quiet = new Quiet();
        quiet.sinceNanos = System.nanoTime();
        open.put(connection, quiet);
        if (connection instanceof ConnectionBase base) {
            ChannelHandlerContext reading = base.channelHandlerContext();
            reading.pipeline().addBefore(reading.name(), "framing", new FramingFault(quiet::answers));
        }
        // What a client's network does is no news for the log; the exchange is told by the close.
        connection.exceptionHandler(broken -> {});
        shared.connected();
        connection.closeHandler(closed -> {
            if (open.remove(connection) != null) {
                shared.disconnected();
            }
        });
    }

    /** A request has come; false when its connection ends with an earlier one, and it is none to be answered. */
    boolean begun(HttpServerRequest request) {
        Quiet quiet = open.get(request.connection());
        if (quiet != null && quiet.ending) {
            return false;
        }
        if (quiet != null) {
            quiet.requests++;
            quiet.awaited = false;
            request.response().bodyEndHandler(sent -> {
                quiet.requests--;
                quiet.sinceNanos = System.nanoTime();
            });
        }
        return true;
    }

    /** A client that still takes an answer is not idle, however long that lasts. */
    void taking(HttpServerRequest request, Future<Void> taken) {
        Quiet quiet = open.get(request.connection());
        if (quiet != null) {
            quiet.requests++;
            taken.onComplete(done -> {
                quiet.requests--;
                quiet.sinceNanos = System.nanoTime();
            });
        }
    }

    /** Somebody waits for the body, and asks then whether there is a {@link FramingFault} in it. */
    void awaits(HttpServerRequest request) {
        Quiet quiet = open.get(request.connection());
        if (quiet != null) {
            quiet.awaited = true;
        }
    }

    /** Nothing that comes after this request is taken for another. */
    void ending(HttpServerRequest request) {
        Quiet quiet = open.get(request.connection());
        if (quiet != null) {
            quiet.ending = true;
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
