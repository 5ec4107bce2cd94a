package io.faregate.analytics.stats;

import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** When a statement would be proven if the figures stayed as they are. A forecast, not a promise. */
public final class Forecast {
    private static final double FARTHEST = 1e6;

    private Forecast() {}

    /**
     * How many times the tasks so far a bound needs to reach a target: the r with k1(r tau² / se²) se / sqrt(r) =
     * |theta - target|; null when there is no distance to prove.
     */
    public static @Nullable Double ratio(double theta, double se, double target, double tau, double alpha) {
        double distance = Math.abs(theta - target);
        return reach(r -> MixtureBoundary.halfOneSided(se / Math.sqrt(r), tau, alpha) - distance);
    }

    /**
     * The factor at which a shortfall, decreasing in the factor, falls to 0; null if it does not within a million
     * times the tasks so far.
     */
    public static @Nullable Double reach(DoubleUnaryOperator shortfall) {
        double from = 1 / FARTHEST;
        if (shortfall.applyAsDouble(FARTHEST) > 0) {
            return null;
        }
        if (shortfall.applyAsDouble(from) <= 0) {
            return from;
        }
        // On the log scale, where every size of factor takes the same number of steps.
        return Math.exp(
                Bisection.root(log -> shortfall.applyAsDouble(Math.exp(log)), Math.log(from), Math.log(FARTHEST)));
    }
}
