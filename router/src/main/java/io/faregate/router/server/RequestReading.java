package io.faregate.router.server;

import io.faregate.router.route.Refusal;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequestScanner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;

/**
 * Reads the body of an exchange. One that takes long is read on a worker, so that its event loop does not stand still
 * for all others: a megabyte takes up to 15 ms where users' text is looked at. Stateless.
 */
final class RequestReading {
    static final int LONG_BYTES = 1 << 20;

    private RequestReading() {}

    /** Reads a body with a scanner; touches nothing that a loop owns. */
    interface Work {
        RequestFacts.Scanned with(ChatRequestScanner scanner) throws BadRequest;
    }

    /** The exchange is told what to plan, or that there was nothing to be read. */
    static void read(Exchange exchange, Snapshot snapshot, byte[] body) {
        Loop loop = exchange.loop;
        String type = exchange.request.getHeader(HttpHeaders.CONTENT_TYPE);
        boolean text = snapshot.readsUserText();
        if (body.length >= LONG_BYTES) {
            apart(loop.vertx(), loop.random(), scanner -> exchange.facts.scan(scanner, body, type, text))
                    .onSuccess(read -> plan(exchange, snapshot, read))
                    .onFailure(cause -> unread(exchange, cause));
            return;
        }
        try {
            plan(exchange, snapshot, exchange.facts.scan(loop.scanner(), body, type, text));
        } catch (BadRequest | RuntimeException cause) {
            unread(exchange, cause);
        }
    }

    /** On a worker, with a scanner that nobody else uses; completes on the calling event loop. */
    static Future<RequestFacts.Scanned> apart(Vertx vertx, long seed, Work work) {
        return vertx.executeBlocking(() -> work.with(new ChatRequestScanner(seed)), false);
    }

    private static void plan(Exchange exchange, Snapshot snapshot, RequestFacts.Scanned read) {
        try {
            exchange.plan(snapshot, exchange.facts.read(exchange.loop, read));
        } catch (RuntimeException fault) {
            exchange.crashed(fault);
        }
    }

    private static void unread(Exchange exchange, Throwable cause) {
        if (cause instanceof BadRequest) {
            exchange.refuse(Refusal.invalidRequest(String.valueOf(cause.getMessage())));
        } else {
            exchange.crashed(cause);
        }
    }
}
