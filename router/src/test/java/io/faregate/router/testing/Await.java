package io.faregate.router.testing;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads bring about, with a bound that only a broken program reaches. Stateless. */
public final class Await {
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Await() {}

    /** Returns once the condition holds; an error names what did not come about. */
    public static void until(String what, BooleanSupplier condition) {
        long latest = System.nanoTime() + MOST_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > latest) {
                throw new AssertionError("did not come about: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
