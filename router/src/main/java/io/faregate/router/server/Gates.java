package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.limits.CandidateLimits;
import io.faregate.router.limits.ConcurrencyGate;
import io.faregate.router.limits.KnownLimits;
import io.faregate.router.limits.RateLimits;
import io.faregate.router.route.Explanation;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Shortfall;
import io.vertx.core.Context;
import org.jspecify.annotations.Nullable;

/**
 * The gates in front of a call: a place at the target, then our own limits of the key slot and of the target. Confined
 * to its event loop.
 */
final class Gates {
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final Loop loop;
    private final Context context;
    private final KnownLimits limits;

    Gates(Loop loop, Context context) {
        this.loop = loop;
        this.context = context;
        this.limits = new KnownLimits(loop.shared().limits());
    }

    /** What becomes of a call at the gates; exactly one is told, at once or when a place is free. */
    interface Passage {
        void open(Ticket ticket);

        void shut(Shortfall.Kind kind, String reason, long freeAtNanos);
    }

    /** Asks for passage. The ticket is to be left whatever becomes of the call, also while it still waits. */
    Ticket enter(Candidate candidate, RouteRequest wanted, Passage passage) {
        Ticket ticket = new Ticket(candidate, estimate(wanted), passage);
        ticket.enter();
        return ticket;
    }

    private static long estimate(RouteRequest wanted) {
        long output = wanted.askedOutputTokens() == RouteRequest.NOT_ASKED
                ? Explanation.RANKED_OUTPUT_TOKENS
                : wanted.askedOutputTokens();
        long sum = wanted.estimatedInputTokens() + output;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** One call's passage through the gates. */
    final class Ticket {
        private final Candidate candidate;
        private final long tokens;
        private final Passage passage;
        private final CandidateLimits limits;
        private final CandidateLimits.Hold hold;
        private ConcurrencyGate.@Nullable Pass pass;
        private boolean inside;
        private boolean left;
        private int asks;

        Ticket(Candidate candidate, long tokens, Passage passage) {
            this.candidate = candidate;
            this.tokens = tokens;
            this.passage = passage;
            this.limits = Gates.this.limits.of(candidate, loop.nowNanos());
            this.hold = limits.none() ? CandidateLimits.Hold.NOTHING : new CandidateLimits.Hold();
        }

        private void enter() {
            ConcurrencyGate gate = loop.shared().gates().of(candidate.target());
            if (gate == null) {
                pass();
                return;
            }
            ConcurrencyGate.Pass asked = gate.enter(() -> context.runOnContext(granted -> pass()));
            pass = asked;
            if (asked.refused()) {
                left = true;
                passage.shut(Shortfall.Kind.QUEUE, "queue_full", UNKNOWN);
            } else if (asked.atOnce()) {
                pass();
            }
        }

        private void pass() {
            if (left) {
                return;
            }
            long nanos = loop.nowNanos();
            long millis = loop.wallMillis();
            String refusal = limits.none() ? null : limits.tryTake(hold, tokens, nanos, millis);
            if (RateLimits.LACKING.equals(refusal)) {
                if (asks++ < CandidateLimits.MOST_ASKS) {
                    limits.ask(tokens, nanos, () -> context.runOnContext(answered -> pass()));
                    return;
                }
                refusal = RateLimits.RPM;
            }
            if (refusal != null) {
                long free = limits.freeAtNanos(tokens, nanos, millis);
                leave();
                passage.shut(Shortfall.Kind.LIMIT, "limit:" + refusal, free);
                return;
            }
            inside = true;
            loop.shared().inFlight().entered(candidate.target().provider().name());
            passage.open(this);
        }

        /** Puts the real tokens of the call in the place of the estimate. */
        void used(long actualTokens) {
            limits.settle(hold, actualTokens);
        }

        /** Whether it stands in the queue. */
        boolean waits() {
            return !inside && !left;
        }

        /** The call will not be made after all. */
        void leaveUncalled() {
            if (inside && !left) {
                limits.giveBack(hold, loop.nowNanos(), loop.wallMillis());
            }
            leave();
        }

        /** The call is over. */
        void leave() {
            if (left) {
                return;
            }
            left = true;
            if (pass != null) {
                pass.leave();
            }
            if (inside) {
                loop.shared().inFlight().left(candidate.target().provider().name());
            }
        }
    }
}
