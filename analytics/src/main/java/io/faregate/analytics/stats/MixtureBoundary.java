package io.faregate.analytics.stats;

/**
 * Robbins' normal mixture boundary: how many standard errors an estimate may stray from the truth at any time, ever.
 *
 * <p>The clock is the information x = tau² / se², in units of the prior N(0, tau²) on the effect; so it does not
 * depend on the share of the arms or on unequal variances. The same boundary is known as the mSPRT and, with
 * x = n rho², as the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024). tau must
 * be fixed before the epoch: a poor one costs width, never validity.
 */
public final class MixtureBoundary {
    /** Prior scale of the log cost ratio: tightest at a standard error of 0.07, effects of about 20 %. */
    public static final double TAU_COST = 0.2;
    /** Prior scale of a difference of rates. */
    public static final double TAU_RATE = 0.05;

    private MixtureBoundary() {}

    /** Multiplier of the standard error for a one-sided bound at risk alpha, given the information x. */
    public static double oneSided(double x, double alpha) {
        return Math.sqrt(2 * (x + 1) / x * Math.log1p(Math.sqrt(x + 1) / (2 * alpha)));
    }

    /** Multiplier of the standard error for a two-sided interval at risk alpha, given the information x. */
    public static double twoSided(double x, double alpha) {
        return Math.sqrt((x + 1) / x * (Math.log1p(x) - 2 * Math.log(alpha)));
    }

    /** Half width of a one-sided bound; 0 for an estimate without error. */
    public static double halfOneSided(double se, double tau, double alpha) {
        return se == 0 ? 0 : oneSided(tau * tau / (se * se), alpha) * se;
    }

    /** The information at which the two-sided boundary is tightest: the root of x = log((x + 1) / alpha²). */
    public static double tightest(double alpha) {
        double start = -2 * Math.log(alpha);
        return Bisection.root(x -> x - Math.log1p(x) - start, start, 10 * start + 10);
    }

    /** A close form of {@link #tightest}: -2 log alpha + log(1 - 2 log alpha). */
    public static double tightestApproximately(double alpha) {
        return -2 * Math.log(alpha) + Math.log1p(-2 * Math.log(alpha));
    }

    /** The tuning that makes the boundary tightest after n values. */
    public static double rho(double alpha, double n) {
        return Math.sqrt(tightest(alpha) / n);
    }

    /** The prior scale that makes the boundary tightest at a standard error. */
    public static double tau(double alpha, double se) {
        return Math.sqrt(tightest(alpha)) * se;
    }
}
