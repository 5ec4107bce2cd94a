package io.faregate.router.limits;

import org.jspecify.annotations.Nullable;

/** All limits that one candidate is held to, its key slot's and its target's. Thread-safe and lock-free. */
public final class CandidateLimits {
    private final @Nullable RateLimits slot;
    private final @Nullable RateLimits target;

    CandidateLimits(@Nullable RateLimits slot, @Nullable RateLimits target) {
        this.slot = slot;
        this.target = target;
    }

    /** Whether nothing limits the candidate. */
    public boolean none() {
        return slot == null && target == null;
    }

    /** The limits of the candidate's key slot, or null. */
    public @Nullable RateLimits slot() {
        return slot;
    }

    /** The limits of the candidate's target, or null. */
    public @Nullable RateLimits target() {
        return target;
    }

    /** What would refuse a call now, or null; nothing is taken. */
    public @Nullable String refusal(long estimatedTokens, long nowNanos, long nowMillis) {
        String refusal = slot == null ? null : slot.refusal(estimatedTokens, nowNanos, nowMillis);
        return refusal != null || target == null ? refusal : target.refusal(estimatedTokens, nowNanos, nowMillis);
    }

    /**
     * Takes a place for one call from all of them, or from none. (Where two limits race, a place of the first one's
     * minute can be lost; neither is ever passed.)
     *
     * @return null when the call may go out, else the word for what is in the way
     */
    public @Nullable String tryTake(Hold hold, long estimatedTokens, long nowNanos, long nowMillis) {
        String refusal = refusal(estimatedTokens, nowNanos, nowMillis);
        if (refusal == null && slot != null) {
            refusal = slot.tryTake(hold.slot, estimatedTokens, nowNanos, nowMillis);
        }
        if (refusal == null && target != null) {
            refusal = target.tryTake(hold.target, estimatedTokens, nowNanos, nowMillis);
            if (refusal != null && slot != null) {
                slot.giveBack(hold.slot, nowNanos, nowMillis);
            }
        }
        return refusal;
    }

    /** Puts what a call really used in the place of its estimate, once. */
    public void settle(Hold hold, long actualTokens) {
        if (slot != null) {
            slot.settle(hold.slot, actualTokens);
        }
        if (target != null) {
            target.settle(hold.target, actualTokens);
        }
    }

    /** Gives back what a call has taken that did not go out after all; only the minute's places stay taken. */
    public void giveBack(Hold hold, long nowNanos, long nowMillis) {
        if (slot != null) {
            slot.giveBack(hold.slot, nowNanos, nowMillis);
        }
        if (target != null) {
            target.giveBack(hold.target, nowNanos, nowMillis);
        }
    }

    /** When a call of that size passes, as far as is known now; {@link Long#MAX_VALUE} when it never will. */
    public long freeAtNanos(long estimatedTokens, long nowNanos, long nowMillis) {
        long free = slot == null ? nowNanos : slot.freeAtNanos(estimatedTokens, nowNanos, nowMillis);
        return target == null ? free : Math.max(free, target.freeAtNanos(estimatedTokens, nowNanos, nowMillis));
    }

    /** What one call has taken. Confined to its exchange. */
    public static final class Hold {
        private final Taken slot = new Taken();
        private final Taken target = new Taken();
    }
}
