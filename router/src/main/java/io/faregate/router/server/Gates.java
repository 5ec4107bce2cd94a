package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.route.Shortfall;

/** The gates in front of a call: our own rate limits and the target's places. Confined to its event loop. */
final class Gates {
    private final Loop loop;

    Gates(Loop loop) {
        this.loop = loop;
    }

    /** What becomes of a call at the gates; exactly one is told, at once or when a place is free. */
    interface Passage {
        void open();

        void shut(Shortfall.Kind kind, String reason, long freeAtNanos);
    }

    void enter(Candidate candidate, RequestFacts facts, Passage passage) {
        loop.shared().inFlight().entered(candidate.target().provider().name());
        passage.open();
    }

    /** The call that had entered is over. */
    void leave(Candidate candidate) {
        loop.shared().inFlight().left(candidate.target().provider().name());
    }
}
