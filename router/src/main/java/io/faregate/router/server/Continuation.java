package io.faregate.router.server;

import io.faregate.router.cost.TokenEstimator;
import io.faregate.router.health.Failure;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.usage.UsageRow;

/**
 * A stream whose provider broke after content had gone out, on its way to be finished by others. Confined to its event
 * loop.
 */
final class Continuation {
    private final ClientEvents events;
    private final String partial;
    private final long sentCodePoints;
    private final Failure cause;
    private final String code;

    /**
     * What has been sent and why it stopped.
     *
     * @param partial the text of the answer so far
     * @param code what the client is told when nobody can go on
     */
    Continuation(ClientEvents events, String partial, long sentCodePoints, Failure cause, String code) {
        this.events = events;
        this.partial = partial;
        this.sentCodePoints = sentCodePoints;
        this.cause = cause;
        this.code = code;
    }

    ClientEvents events() {
        return events;
    }

    String partial() {
        return partial;
    }

    long sentCodePoints() {
        return sentCodePoints;
    }

    String code() {
        return code;
    }

    /** Tells the client that nobody could go on. */
    void giveUp() {
        events.fail(code, cause.reason());
    }

    /** What the sent text amounts to. */
    long sentTokens() {
        return TokenEstimator.tokens(sentCodePoints);
    }

    /** The old maximum less what was sent, at least one token; none when there was none. */
    long maxTokens(RouteRequest wanted, long setMaxTokens) {
        long old = wanted.askedOutputTokens() == RouteRequest.NOT_ASKED ? setMaxTokens : wanted.askedOutputTokens();
        return old == UsageRow.UNKNOWN ? UsageRow.UNKNOWN : Math.max(1, old - sentTokens());
    }
}
