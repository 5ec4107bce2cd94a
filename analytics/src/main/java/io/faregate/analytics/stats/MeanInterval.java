package io.faregate.analytics.stats;

/**
 * Bounds of one mean at all times, asymptotically: mean ± sd · k(n rho²) / sqrt(n), tuned to be tightest after an
 * expected number of values. Immutable.
 *
 * @param rho tuning
 * @param halfTwoSided half width of the two-sided interval at risk alpha
 * @param halfOneSided half width of each one-sided bound at risk alpha
 */
public record MeanInterval(double rho, double halfTwoSided, double halfOneSided) {
    /** Tightest after this many tasks when nothing better is known. */
    public static final double EXPECTED_TASKS = 5000;

    /** The interval of a mean of n values with a sample variance. */
    public static MeanInterval of(long n, double variance, double alpha, double expected) {
        double rho = MixtureBoundary.rho(alpha, expected);
        double x = n * rho * rho;
        double se = Math.sqrt(variance / n);
        return new MeanInterval(rho, MixtureBoundary.twoSided(x, alpha) * se, MixtureBoundary.oneSided(x, alpha) * se);
    }
}
