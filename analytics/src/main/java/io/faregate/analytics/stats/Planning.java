package io.faregate.analytics.stats;

/** How many tasks a proof of a saving takes, before the first task. Conservative: runs need about three quarters. */
public final class Planning {
    private Planning() {}

    /** The standard error at which a true saving is proven to be above 0 at one-sided risk alpha. */
    public static double seRequired(double saving, double alpha) {
        double distance = -Math.log1p(-saving);
        return Bisection.root(
                se -> MixtureBoundary.halfOneSided(se, MixtureBoundary.TAU_COST, alpha) - distance, 1e-9, 10);
    }

    /** Tasks of both arms, for a squared coefficient of variation and a challenger's share. */
    public static double tasks(double saving, double alpha, double squaredCv, double share) {
        double se = seRequired(saving, alpha);
        return squaredCv * (1 / share + 1 / (1 - share)) / (se * se);
    }
}
