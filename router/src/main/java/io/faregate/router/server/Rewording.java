package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.dialect.LearnedQuirks;
import io.faregate.router.dialect.ParameterRefusal;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.Route;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.PartialAnswer;

/**
 * Whether a candidate that has refused a request may like it better in other words: without a parameter, with tools
 * told as text, or with another way of going on from a partial answer. Each is tried once and remembered. Confined to
 * its event loop.
 */
final class Rewording {
    private final Exchange exchange;
    private final Candidate candidate;
    private PartialAnswer.Style style;

    Rewording(Exchange exchange, Candidate candidate) {
        this.exchange = exchange;
        this.candidate = candidate;
        this.style = exchange.loop.shared().prefills().style(candidate);
    }

    /** How the candidate is asked to go on from a partial answer. */
    PartialAnswer.Style style() {
        return style;
    }

    /** Whether other words are found for what an error body refuses. */
    boolean found(int status, byte[] error, ChatRequest asked, boolean prompted) {
        LearnedQuirks quirks = exchange.loop.shared().quirks();
        if (ParameterRefusal.ofTools(status, error, asked)) {
            boolean chat = !candidate.target().provider().dialect().equals("anthropic");
            return !prompted
                    && chat
                    && mayChange("tools")
                    && quirks.learnToolless(candidate, exchange.facts.arrivedMillis);
        }
        String refused = ParameterRefusal.of(status, error, asked);
        return refused != null && mayChange(refused) && quirks.learn(candidate, refused);
    }

    /** Whether a partial answer is to be put otherwise. */
    boolean foundForPartial(Failure failure) {
        boolean badRequest = failure.failureClass() == FailureClass.BAD_REQUEST;
        if (!badRequest || exchange.continuation() == null || style != PartialAnswer.Style.PREFILL) {
            return false;
        }
        exchange.loop.shared().prefills().refused(candidate);
        style = PartialAnswer.Style.INSTRUCTION;
        return true;
    }

    /** On a strict route nothing changes that the client wrote. */
    private boolean mayChange(String member) {
        Route route = exchange.facts.route();
        return route == null || !route.strict() || member.equals("stream_options");
    }
}
