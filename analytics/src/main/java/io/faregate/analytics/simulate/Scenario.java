package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Policy;

/**
 * One experiment that is run again and again. Immutable.
 *
 * @param name unique, what {@code --scenario} matches
 * @param question what the run asks
 * @param share the challenger's configured share
 * @param drawnShare the share that tasks really get; another one breaks the split
 * @param tasks tasks of both arms until the run ends
 * @param tasksPerDay arrivals a day, evenly
 * @param primary truth of the primary
 * @param challenger truth of the challenger
 * @param world what happens to both arms alike
 * @param entry when a task enters the analysis
 * @param policy what is asked of the challenger
 * @param seed seed of the first run
 */
record Scenario(
        String name,
        String question,
        double share,
        double drawnShare,
        int tasks,
        double tasksPerDay,
        ArmModel primary,
        ArmModel challenger,
        World world,
        Entry entry,
        Policy policy,
        long seed) {

    private static final double ROUNDING = 1e-9;

    /** The challenger's true relative cost, minus 1. */
    double trueChange() {
        return challenger.meanCost(world.cap()) / primary.meanCost(world.cap()) - 1;
    }

    /** Whether a promotion would be false: too little saving, or at or beyond a margin. */
    boolean promotionIsWrong() {
        return trueChange() >= -policy.minSaving() - ROUNDING
                || challenger.failureRate() - primary.failureRate()
                        >= policy.margins().success() - ROUNDING
                || challenger.errorRate() - primary.errorRate()
                        >= policy.margins().error() - ROUNDING
                || challenger.fallthroughRate() - primary.fallthroughRate()
                        >= policy.margins().fallthrough() - ROUNDING
                || drawnShare != share;
    }

    /** Whether a rollback would be false: within every margin. */
    boolean rollbackIsWrong() {
        return trueChange() <= policy.maxCostIncrease() + ROUNDING
                && challenger.failureRate() - primary.failureRate()
                        <= policy.margins().success() + ROUNDING
                && challenger.errorRate() - primary.errorRate()
                        <= policy.margins().error() + ROUNDING
                && challenger.fallthroughRate() - primary.fallthroughRate()
                        <= policy.margins().fallthrough() + ROUNDING
                && challenger.latencyFactor() / primary.latencyFactor()
                        <= 1 + policy.margins().latency();
    }

    /** The same with at most so many tasks. */
    Scenario shortened(int most) {
        return new Scenario(
                name,
                question,
                share,
                drawnShare,
                Math.min(tasks, most),
                tasksPerDay,
                primary,
                challenger,
                world,
                entry,
                policy,
                seed);
    }

    /** The same with another seed. */
    Scenario reseeded(long other) {
        return new Scenario(
                name,
                question,
                share,
                drawnShare,
                tasks,
                tasksPerDay,
                primary,
                challenger,
                world,
                entry,
                policy,
                other);
    }

    /** When a task enters the analysis. */
    enum Entry {
        /** A fixed window after its first call: the rule. */
        BY_ASSIGNMENT,
        /** When it goes idle: what the rule forbids, to show why. */
        WHEN_IDLE
    }

    /**
     * What happens to both arms alike. Immutable.
     *
     * @param drift amplitude of a daily wave in the cost of all tasks, a fraction
     * @param largeShare share of tasks of a large kind
     * @param largeFactor how much dearer the large kind is
     * @param cap dearest a task can be, in mean costs of the primary; infinity without a cap
     */
    record World(double drift, double largeShare, double largeFactor, double cap) {
        /** Nothing but the arms' own truths. */
        static final World CALM = new World(0, 0, 1, Double.POSITIVE_INFINITY);
    }
}
