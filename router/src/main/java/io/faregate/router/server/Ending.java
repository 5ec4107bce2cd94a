package io.faregate.router.server;

import io.faregate.router.usage.UsageRow.Outcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How an exchange ends, once: its row is written, then the rest of the answer goes out. A fault of ours on the way
 * costs the row or the rest, but never leaves the client waiting. Confined to its event loop.
 */
final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private final Exchange exchange;
    private boolean begun;
    private boolean told;

    Ending(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Whether it has come: nothing of the exchange goes on. */
    boolean begun() {
        return begun;
    }

    /**
     * Writes the row, then lets the last bytes go.
     *
     * @param lastBytes sends what is left of the answer
     * @param left told when the client has got it, or never will
     */
    void with(Outcome outcome, int status, @Nullable String errorCode, Runnable lastBytes, Runnable left) {
        begun = true;
        Loop loop = exchange.loop;
        RequestFacts facts = exchange.facts;
        try {
            loop.shared().metrics().ended(facts, outcome);
            loop.rows().write(facts, outcome, status, errorCode, exchange.purse, () -> tell(lastBytes, left));
        } catch (RuntimeException fault) {
            facts.traced(() ->
                    LOG.error("request {} is left without its row by a fault of the router", facts.requestId, fault));
            tell(lastBytes, left);
        }
    }

    private void tell(Runnable lastBytes, Runnable left) {
        if (told) {
            return;
        }
        told = true;
        try {
            lastBytes.run();
        } catch (RuntimeException fault) {
            RequestFacts facts = exchange.facts;
            facts.traced(() -> LOG.error("request {} is cut off by a fault of the router", facts.requestId, fault));
            exchange.client.cut();
        }
        exchange.client.onEnded(left);
    }
}
