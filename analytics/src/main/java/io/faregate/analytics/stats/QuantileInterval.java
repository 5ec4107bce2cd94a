package io.faregate.analytics.stats;

import org.jspecify.annotations.Nullable;

/**
 * Exact sequence of one quantile, as ranks: how many of n values lie below the true p-quantile is binomial, so the
 * counts that {@link BetaBinomial} accepts around the prior mean p give the ranks whose values bound it. No
 * distribution is assumed; ties only make it wider.
 */
public final class QuantileInterval {
    private static final double PRIOR_STRENGTH = 40;

    private QuantileInterval() {}

    /**
     * The interval [x_(lower), x_(upper)).
     *
     * @param lower a rank from 0 to n; 0 stands for no lower bound
     * @param upper a rank from 1 to n + 1; n + 1 stands for no upper bound
     */
    public record Ranks(long lower, long upper) {}

    /** Ranks that bound the p-quantile at all times with probability 1 - alpha. */
    public static Ranks ranks(long n, double p, double alpha) {
        double a = PRIOR_STRENGTH * p;
        double b = PRIOR_STRENGTH * (1 - p);
        double odds = (1 - p) / p;
        long inside = Math.min(n, Math.round(n * p));
        double there = Math.exp(BetaBinomial.logMartingale((double) inside, (double) n, p, a, b));
        // log M is convex in k, so the accepted counts have no gap; from one count to the next M changes by a
        // quotient, and a walk over the few standard deviations beats a search that needs log-betas.
        long lowest = inside;
        for (double m = there; lowest > 0; lowest--) {
            m *= (b + n - lowest) / ((a + lowest - 1) * odds);
            if (m >= 1 / alpha) {
                break;
            }
        }
        long highest = inside;
        for (double m = there; highest < n; highest++) {
            m *= (a + highest) * odds / (b + n - highest - 1);
            if (m >= 1 / alpha) {
                break;
            }
        }
        return new Ranks(lowest, highest + 1);
    }

    /** The rank of the sample quantile: the smallest value with at least a share p at or below it. */
    public static long pointRank(long n, double p) {
        return Math.max(1, (long) Math.ceil(n * p - 1e-9));
    }

    /**
     * Lower bound of arm 1's quantile over arm 0's, half of alpha on each arm; null when a sample is empty or has no
     * such bound.
     */
    public static @Nullable Double ratioLower(OrderStatistics arm0, OrderStatistics arm1, double p, double alpha) {
        Double upper0 = arm0.at(ranks(arm0.n(), p, alpha / 2).upper());
        Double lower1 = arm1.at(ranks(arm1.n(), p, alpha / 2).lower());
        return ratio(lower1, upper0);
    }

    /** Upper bound of the same ratio; null when a sample is empty or has no such bound. */
    public static @Nullable Double ratioUpper(OrderStatistics arm0, OrderStatistics arm1, double p, double alpha) {
        Double lower0 = arm0.at(ranks(arm0.n(), p, alpha / 2).lower());
        Double upper1 = arm1.at(ranks(arm1.n(), p, alpha / 2).upper());
        return ratio(upper1, lower0);
    }

    private static @Nullable Double ratio(@Nullable Double numerator, @Nullable Double denominator) {
        return numerator == null || denominator == null || denominator <= 0 ? null : numerator / denominator;
    }
}
