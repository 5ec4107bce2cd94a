package io.faregate.bench.analytics;

import java.lang.management.ManagementFactory;

/**
 * Time on the clock and on the processors, of all threads of this process together. Immutable.
 *
 * @param nanos on the clock
 * @param processorNanos on the processors
 */
record Spent(long nanos, long processorNanos) {
    static final Spent NONE = new Spent(0, 0);
    private static final double NANOS_PER_SECOND = 1e9;

    /** Since some time in the past, the same for every call. */
    static Spent now() {
        long processor =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                        ? os.getProcessCpuTime()
                        : 0;
        return new Spent(System.nanoTime(), processor);
    }

    Spent less(Spent before) {
        return new Spent(nanos - before.nanos, processorNanos - before.processorNanos);
    }

    Spent plus(Spent more) {
        return new Spent(nanos + more.nanos, processorNanos + more.processorNanos);
    }

    double seconds() {
        return nanos / NANOS_PER_SECOND;
    }

    double processorSeconds() {
        return processorNanos / NANOS_PER_SECOND;
    }
}
