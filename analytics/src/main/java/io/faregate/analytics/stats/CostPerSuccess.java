package io.faregate.analytics.stats;

import org.jspecify.annotations.Nullable;

/**
 * Cost per successful task as a ratio of means, delta method on the log scale. Input pairs: y the cost, x the outcome
 * in [0, 1] of tasks where both are known. Immutable.
 *
 * @param value mean cost over mean outcome
 * @param spread squared relative spread g; the standard error of the log is sqrt(g / n)
 * @param n tasks
 */
public record CostPerSuccess(double value, double spread, long n) {
    /** An arm with fewer successes says nothing about this. */
    public static final double FEWEST_SUCCESSES = 20;

    /** One arm; null with fewer than 20 successes or without cost. */
    public static @Nullable CostPerSuccess of(CoMoments arm) {
        double successes = arm.x().sum();
        if (successes < FEWEST_SUCCESSES || arm.n() < 2 || arm.meanY() <= 0) {
            return null;
        }
        double m = arm.meanY();
        double p = arm.meanX();
        double spread = arm.y().variance() / (m * m) + arm.x().variance() / (p * p) - 2 * arm.covariance() / (m * p);
        return new CostPerSuccess(m / p, Math.max(0, spread), arm.n());
    }

    /** This arm by itself: log of the value with its error. */
    public LogRatio log() {
        return new LogRatio(Math.log(value), Math.sqrt(spread / n));
    }

    /** Log ratio of arm 1's cost per success to arm 0's, with the same floor on arm 1's spread as the cost. */
    public static LogRatio ratio(CostPerSuccess arm0, CostPerSuccess arm1) {
        double se = Math.sqrt(arm0.spread / arm0.n + Math.max(arm0.spread, arm1.spread) / arm1.n);
        return new LogRatio(Math.log(arm1.value / arm0.value), se);
    }
}
