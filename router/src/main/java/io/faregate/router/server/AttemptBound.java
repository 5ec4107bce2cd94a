package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Target;
import io.faregate.router.route.RouteRequest;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * The bound in time of one attempt. One timer serves it all: progress only notes the time, and a timer that fires too
 * early is set again. Confined to its event loop.
 */
final class AttemptBound {
    /** Told once, when the time is over. */
    interface Expiry {
        /** {@code cutByDeadline}: the route's deadline came before the target's own bound. */
        void expired(boolean cutByDeadline);
    }

    private static final int REASONING_PATIENCE = 6;
    private static final long NONE = Long.MAX_VALUE;

    private final Loop loop;
    private final Expiry expiry;
    private @Nullable ScheduledFuture<?> timer;
    private long fromNanos;
    private long boundNanos;
    private long latestNanos;
    private boolean cutByDeadline;
    private boolean held;

    AttemptBound(Loop loop, Expiry expiry) {
        this.loop = loop;
        this.expiry = expiry;
    }

    /**
     * A target's own bound for a request: to the first token of a stream, later where the model reasons,
     * or to the end.
     */
    static long own(Candidate candidate, RouteRequest asked) {
        Target target = candidate.target();
        if (!asked.stream()) {
            return target.totalTimeoutNanos();
        }
        boolean reasons = candidate.reasons() && !asked.effortNone();
        return reasons ? target.firstTokenTimeoutNanos() * REASONING_PATIENCE : target.firstTokenTimeoutNanos();
    }

    /**
     * Starts the clock.
     *
     * @param ownNanos the target's bound
     * @param deadlineNanos the route's deadline on the monotonic clock
     * @param leavesRoom whether half of what is left of the deadline stays for others
     */
    void start(long nowNanos, long ownNanos, long deadlineNanos, boolean leavesRoom) {
        fromNanos = nowNanos;
        boundNanos = ownNanos;
        cutByDeadline = false;
        latestNanos = NONE;
        if (deadlineNanos != NONE) {
            long left = deadlineNanos - nowNanos;
            latestNanos = nowNanos + (leavesRoom ? left / 2 : left);
        }
        arm(nowNanos);
    }

    /** The first thing that counts has come: from now on silence is bounded, and the deadline is met. */
    void idle(long nowNanos, long idleNanos) {
        fromNanos = nowNanos;
        boundNanos = idleNanos;
        latestNanos = NONE;
        rearm(nowNanos);
    }

    /** Something has come. */
    void progress(long nowNanos) {
        fromNanos = nowNanos;
    }

    /** The client is slow: silence is its doing, not the provider's. */
    void hold() {
        held = true;
    }

    /** The client reads on. */
    void unhold() {
        held = false;
        fromNanos = loop.nowNanos();
    }

    /** Starts the same bound anew. */
    void restart() {
        fromNanos = loop.nowNanos();
        rearm(fromNanos);
    }

    void stop() {
        ScheduledFuture<?> set = timer;
        timer = null;
        if (set != null) {
            set.cancel(false);
        }
    }

    private void rearm(long nowNanos) {
        stop();
        arm(nowNanos);
    }

    private void arm(long nowNanos) {
        long own = fromNanos + boundNanos;
        cutByDeadline = latestNanos < own;
        long millis = (Math.min(own, latestNanos) - nowNanos + 999_999) / 1_000_000;
        timer = loop.timer(millis, this::fired);
    }

    private void fired() {
        timer = null;
        long now = loop.nowNanos();
        if (held) {
            fromNanos = now;
        }
        if (now < Math.min(fromNanos + boundNanos, latestNanos)) {
            arm(now);
        } else {
            expiry.expired(cutByDeadline);
        }
    }
}
