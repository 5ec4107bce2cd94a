package io.faregate.bench.jmh;

import java.util.concurrent.atomic.AtomicLong;

/** The least that holds one cap: what is left of it, in one word that all threads write. Thread-safe. */
final class AtomicBudget {
    private static final long HELD = SpendBenchmark.HELD;
    private static final long CHARGED = SpendBenchmark.CHARGED;

    private final AtomicLong leftPicoUsd;

    AtomicBudget(long capPicoUsd) {
        leftPicoUsd = new AtomicLong(capPicoUsd);
    }

    boolean call() {
        boolean admitted = leftPicoUsd.addAndGet(-HELD) >= 0;
        leftPicoUsd.addAndGet(admitted ? HELD - CHARGED : HELD);
        return admitted;
    }
}
