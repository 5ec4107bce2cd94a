package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Shortfall;
import io.faregate.router.usage.Attempt;
import org.jspecify.annotations.Nullable;

/** The place that an exchange's call in hand holds at the gates, one at a time. Confined to its event loop. */
final class Seat {
    private final Gates gates;
    private Gates.@Nullable Ticket ticket;

    Seat(Gates gates) {
        this.gates = gates;
    }

    /** Told when there is no place. */
    interface Shut {
        void shut(Shortfall.Kind kind, String reason, long freeAtNanos);
    }

    /** Asks for a place; one of the two is told, at once or when a place is free. */
    void take(Candidate candidate, RouteRequest wanted, Runnable open, Shut shut) {
        Gates.Ticket entered = gates.enter(candidate, wanted, new Gates.Passage() {
            @Override
            public void open(Gates.Ticket granted) {
                ticket = granted;
                open.run();
            }

            @Override
            public void shut(Shortfall.Kind kind, String reason, long freeAtNanos) {
                ticket = null;
                shut.shut(kind, reason, freeAtNanos);
            }
        });
        // Passage may have been told already, and the call have ended.
        if (entered.waits()) {
            ticket = entered;
        }
    }

    /** Tells the limits what the call really used; what nobody knows stays at the estimate. */
    void used(Attempt attempt, boolean billable) {
        Gates.Ticket held = ticket;
        Usage usage = attempt.usage();
        if (held != null && usage != null && usage.complete()) {
            held.used(usage.inputTokens() + usage.outputTokens());
        } else if (held != null && !billable) {
            held.used(0);
        }
    }

    /** The place that is waited for, or null. */
    Gates.@Nullable Ticket waiting() {
        Gates.Ticket held = ticket;
        return held != null && held.waits() ? held : null;
    }

    /** The call will not be made after all: our own limits do not count it. */
    void leaveUncalled() {
        Gates.Ticket held = ticket;
        ticket = null;
        if (held != null) {
            held.leaveUncalled();
        }
    }

    /** The call is over. */
    void leave() {
        Gates.Ticket held = ticket;
        ticket = null;
        if (held != null) {
            held.leave();
        }
    }
}
