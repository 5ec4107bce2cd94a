package io.faregate.router.server;

import io.vertx.core.buffer.Buffer;

/**
 * Keeps the client of a held-back stream waiting: after ten seconds the head of the stream goes out, and comments from
 * then on. Confined to its event loop.
 */
final class KeepAlive {
    private static final long PERIOD_MILLIS = 10_000;
    private static final String COMMENT = ": keep-alive\n\n";
    private static final long NO_TIMER = -1;

    private final Exchange exchange;
    private long timer = NO_TIMER;

    KeepAlive(Exchange exchange) {
        this.exchange = exchange;
    }

    void start() {
        timer = exchange.loop.vertx().setPeriodic(PERIOD_MILLIS, fired -> comment());
    }

    private void comment() {
        ClientResponse client = exchange.client;
        if (!client.headWritten()) {
            client.beginEvents(null, exchange.purse.remainingPicoUsd());
        }
        client.send(Buffer.buffer(COMMENT));
    }

    /** What was held back goes out now, or the exchange has ended. */
    void stop() {
        if (timer != NO_TIMER) {
            exchange.loop.vertx().cancelTimer(timer);
            timer = NO_TIMER;
        }
    }
}
