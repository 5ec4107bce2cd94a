package io.faregate.router.route;

import io.faregate.router.catalog.Target;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;

/** Whether and when the same target is called again: exponential with full jitter, or as told. Stateless. */
final class Backoff {
    private static final int MOST_DOUBLINGS = 20;

    private Backoff() {}

    /** The wait before the next call of the same target, or -1 when the next target is to be tried instead. */
    static long waitNanos(Target target, Failure failure, int callsSoFar, double random, long longestSatOutMillis) {
        if (callsSoFar >= target.retryAttempts() || !retryable(failure, target)) {
            return -1;
        }
        if (failure.retryAfterMillis() != Failure.NOT_TOLD) {
            return failure.retryAfterMillis() <= longestSatOutMillis ? failure.retryAfterMillis() * 1_000_000 : -1;
        }
        int doublings = Math.min(callsSoFar - 1, MOST_DOUBLINGS);
        return (long) (random * (target.initialBackoffNanos() << doublings));
    }

    private static boolean retryable(Failure failure, Target target) {
        FailureClass failureClass = failure.failureClass();
        return switch (failureClass) {
            case CONNECTION -> true;
            case RPM, RATE_LIMITED, QUEUE_FULL, UPSTREAM_5XX ->
                target.retryStatuses().contains(failure.status());
            default -> false;
        };
    }
}
