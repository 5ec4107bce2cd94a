package io.faregate.router.health;

/**
 * A bench that runs, or has run out and waits for its probe. Immutable; told apart by identity.
 *
 * @param untilNanos its end by the monotone clock
 * @param probing whether a call is out to see if it is over
 */
public record Bench(FailureClass failureClass, long untilNanos, boolean probing) {
    /** Whether it still runs. */
    public boolean runs(long nowNanos) {
        return untilNanos - nowNanos > 0;
    }

    /** Whether nothing but time mends it, so that trying all the same is senseless: a refused key, no money. */
    public boolean hard() {
        return failureClass == FailureClass.AUTH || failureClass == FailureClass.QUOTA_EXHAUSTED;
    }
}
