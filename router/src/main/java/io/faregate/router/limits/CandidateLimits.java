package io.faregate.router.limits;

import org.jspecify.annotations.Nullable;

/** All limits that one candidate is held to, its key slot's and its target's. Thread-safe and lock-free. */
public final class CandidateLimits {
    /** How often a call asks: other calls may take what it has asked for, but not for ever. */
    public static final int MOST_ASKS = 8;

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
        if (target == null || (refusal != null && !RateLimits.LACKING.equals(refusal))) {
            return refusal;
        }
        String ofTarget = target.refusal(estimatedTokens, nowNanos, nowMillis);
        return ofTarget == null ? refusal : ofTarget;
    }

    /**
     * Takes a place for one call from all of them, or from none. (Where two limits race, a place of the first one's
     * minute can be lost; neither is ever passed.)
     *
     * @return null when the call may go out, else the word for what is in the way, or {@link RateLimits#LACKING}
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

    /**
     * Asks those that share the limits for what a call lacks, after {@link RateLimits#LACKING}.
     *
     * @param answered run once, on any thread, when it is worth trying again
     */
    public void ask(long estimatedTokens, long nowNanos, Runnable answered) {
        PermitSource ofSlot = slot == null ? null : slot.lack(estimatedTokens, nowNanos);
        PermitSource ofTarget = target == null ? null : target.lack(estimatedTokens, nowNanos);
        PermitSource source = ofSlot == null ? ofTarget : ofSlot;
        if (source == null) {
            answered.run();
        } else {
            source.ask(answered);
        }
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
        /** Of a call that nothing limits. */
        public static final Hold NOTHING = new Hold();

        private final Taken slot = new Taken();
        private final Taken target = new Taken();
    }
}
