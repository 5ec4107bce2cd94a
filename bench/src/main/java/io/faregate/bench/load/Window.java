package io.faregate.bench.load;

import org.HdrHistogram.Histogram;

/**
 * What one target did in one round.
 *
 * @param latencyNanos of the calls that were answered with 200
 * @param failed calls answered otherwise or not at all
 * @param seconds length of the window
 * @param cost what the target's process used for it
 */
record Window(Histogram latencyNanos, long failed, double seconds, Cost cost) {
    /** An empty histogram for latencies up to two minutes with three digits. */
    static Histogram histogram() {
        return new Histogram(1_000, 120_000_000_000L, 3);
    }

    long answered() {
        return latencyNanos.getTotalCount();
    }

    double perSecond() {
        return answered() / seconds;
    }

    double micros(double percentile) {
        return latencyNanos.getValueAtPercentile(percentile) / 1_000.0;
    }

    double cpuMicrosPerCall() {
        return cost.cpuNanos() / 1_000.0 / Math.max(1, answered() + failed);
    }

    /** Without the compilers, whose share depends on how long the target has been warmed. */
    double compiledMicrosPerCall() {
        return (cost.cpuNanos() - cost.compilerNanos()) / 1_000.0 / Math.max(1, answered() + failed);
    }

    double bytesPerCall() {
        return cost.allocatedBytes() / (double) Math.max(1, answered() + failed);
    }
}
