package io.faregate.analytics.stats;

/**
 * An estimated logarithm of a ratio of two means, with bounds valid at all times on the scale of relative change.
 * Immutable.
 *
 * @param theta log of the ratio
 * @param se its standard error
 */
public record LogRatio(double theta, double se) {
    /** The relative change itself. */
    public double relative() {
        return Math.expm1(theta);
    }

    /** Half width of a one-sided bound, on the log scale. */
    public double half(double alpha) {
        return MixtureBoundary.halfOneSided(se, MixtureBoundary.TAU_COST, alpha);
    }

    /** Lower bound of the relative change at one-sided risk alpha. */
    public double relativeLower(double alpha) {
        return Math.expm1(theta - half(alpha));
    }

    /** Upper bound of the relative change at one-sided risk alpha. */
    public double relativeUpper(double alpha) {
        return Math.expm1(theta + half(alpha));
    }
}
