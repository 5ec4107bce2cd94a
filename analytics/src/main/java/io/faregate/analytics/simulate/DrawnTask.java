package io.faregate.analytics.simulate;

import java.util.SplittableRandom;

/**
 * One drawn task. Immutable.
 *
 * @param challenger whether it was assigned to the challenger
 * @param cost in mean costs of the primary
 * @param size covariate known before the assignment
 * @param failed whether its outcome is a failure
 * @param error whether a request of it failed
 * @param fallthrough whether it fell through
 * @param latencyMillis latency of its first request
 * @param entryDays when it enters the analysis, days from the start
 */
record DrawnTask(
        boolean challenger,
        double cost,
        double size,
        boolean failed,
        boolean error,
        boolean fallthrough,
        double latencyMillis,
        double entryDays) {
    private static final double HALF = Math.sqrt(0.5);
    private static final double LATENCY_SIGMA = 0.6;
    private static final double LATENCY_MEDIAN_MILLIS = 1_000;
    private static final double DURATION_MEDIAN_DAYS = 1.0 / 48;
    private static final double DURATION_CORRELATION = 0.8;
    private static final double DURATION_REST = Math.sqrt(1 - DURATION_CORRELATION * DURATION_CORRELATION);

    /** Draws the task that arrives at a time; the same random gives the same task. */
    static DrawnTask at(double days, Scenario scenario, SplittableRandom random) {
        boolean challenger = random.nextDouble() < scenario.drawnShare();
        ArmModel arm = challenger ? scenario.challenger() : scenario.primary();
        double prompt = random.nextGaussian();
        double log = HALF * prompt + HALF * random.nextGaussian();
        return new DrawnTask(
                challenger,
                cost(arm, scenario.world(), log, days, random),
                HALF * prompt,
                happens(arm.failureRate(), random),
                happens(arm.errorRate(), random),
                happens(arm.fallthroughRate(), random),
                LATENCY_MEDIAN_MILLIS * arm.latencyFactor() * Math.exp(LATENCY_SIGMA * random.nextGaussian()),
                scenario.entry() == Scenario.Entry.BY_ASSIGNMENT ? days : days + duration(arm, log, random));
    }

    private static double cost(ArmModel arm, Scenario.World world, double log, double days, SplittableRandom random) {
        double sigma = arm.sigma();
        double cost = arm.costFactor() * Math.exp(sigma * log - sigma * sigma / 2);
        if (happens(arm.blowUpShare(), random)) {
            cost *= arm.blowUpFactor();
        }
        if (happens(world.largeShare(), random)) {
            cost *= world.largeFactor();
        }
        if (world.drift() != 0) {
            cost *= 1 + world.drift() * Math.sin(2 * Math.PI * days);
        }
        return Math.min(cost, world.cap());
    }

    /** How long the task runs: the dearer, the longer. */
    private static double duration(ArmModel arm, double log, SplittableRandom random) {
        return DURATION_MEDIAN_DAYS
                * arm.durationFactor()
                * Math.exp(DURATION_CORRELATION * log + DURATION_REST * random.nextGaussian());
    }

    private static boolean happens(double rate, SplittableRandom random) {
        return rate > 0 && random.nextDouble() < rate;
    }
}
