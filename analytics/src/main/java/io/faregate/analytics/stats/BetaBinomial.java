package io.faregate.analytics.stats;

import org.apache.commons.numbers.gamma.LogBeta;

/**
 * Exact sequence of one rate: the beta mixture of the binomial likelihood against one rate p, a martingale when p is
 * true, so that it exceeds 1 / alpha ever with probability at most alpha (Ville). Valid from the first task on.
 *
 * <p>k may be a sum of scores in [0, 1] instead of a count: the likelihood ratio is convex in a score, so its
 * expectation at the true mean is at most 1 all the same (the process is then a supermartingale).
 */
public final class BetaBinomial {
    private static final double PRIOR = 0.5;

    private BetaBinomial() {}

    /**
     * Bounds of one rate.
     *
     * @param lower no smaller rate is believable; 0 when k is 0
     * @param upper no larger rate is believable; 1 when k is n
     */
    public record Interval(double lower, double upper) {}

    /** log M(p) under the prior Beta(1/2, 1/2). */
    public static double logMartingale(double k, double n, double p) {
        return logMartingale(k, n, p, PRIOR, PRIOR);
    }

    /** log M(p) = log B(a + k, b + n - k) - log B(a, b) - k log p - (n - k) log(1 - p). */
    static double logMartingale(double k, double n, double p, double a, double b) {
        return LogBeta.value(a + k, b + n - k)
                - LogBeta.value(a, b)
                - times(k, Math.log(p))
                - times(n - k, Math.log1p(-p));
    }

    /** All rates with M(p) below 1 / alpha: both bounds hold together, at all times, with probability 1 - alpha. */
    public static Interval interval(double k, double n, double alpha) {
        if (n == 0) {
            return new Interval(0, 1);
        }
        double limit = -Math.log(alpha);
        double centre = k / n;
        double mixture = LogBeta.value(PRIOR + k, PRIOR + n - k) - LogBeta.value(PRIOR, PRIOR) - limit;
        double lower = k == 0
                ? 0
                : Bisection.root(p -> mixture - times(k, Math.log(p)) - times(n - k, Math.log1p(-p)), centre, 0);
        double upper = k == n
                ? 1
                : Bisection.root(p -> mixture - times(k, Math.log(p)) - times(n - k, Math.log1p(-p)), centre, 1);
        return new Interval(lower, upper);
    }

    /** 0 · log 0 is 0 in a likelihood. */
    private static double times(double count, double logarithm) {
        return count == 0 ? 0 : count * logarithm;
    }
}
