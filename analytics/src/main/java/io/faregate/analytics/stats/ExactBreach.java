package io.faregate.analytics.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * Exact test that arm 1's rate exceeds arm 0's by more than a margin: the early detector of catastrophes. Each arm's
 * {@link BetaBinomial} martingale is multiplied at the pair (p, p + margin) and minimised over p, so that the product
 * is at most a true martingale for every pair within the margin. Immutable.
 *
 * @param logEvidence log E
 * @param rate0 the rate of arm 0 at which the evidence is weakest
 */
public record ExactBreach(double logEvidence, double rate0) {

    /** The evidence for events k of n tasks in each arm; k may be a sum of scores. */
    public static ExactBreach of(double k0, double n0, double k1, double n1, double margin) {
        double p = leastAt(
                q -> slope(k0, n0, q) + slope(k1, n1, q + margin),
                Math.max(0, -margin) + Math.ulp(1.0),
                Math.min(1, 1 - margin) - Math.ulp(1.0));
        double log = BetaBinomial.logMartingale(k0, n0, p) + BetaBinomial.logMartingale(k1, n1, p + margin);
        return new ExactBreach(log, p);
    }

    /** Whether the rates differ by more than the margin, at risk alpha over all looks. */
    public static boolean found(double k0, double n0, double k1, double n1, double margin, double alpha) {
        return n0 > 0
                && n1 > 0
                && k1 / n1 - k0 / n0 > margin
                && of(k0, n0, k1, n1, margin).logEvidence >= -Math.log(alpha);
    }

    /** The objective is convex: its slope changes sign once, or the least lies at an end. */
    private static double leastAt(DoubleUnaryOperator slope, double from, double to) {
        if (slope.applyAsDouble(from) >= 0) {
            return from;
        }
        return slope.applyAsDouble(to) <= 0 ? to : Bisection.root(slope, from, to);
    }

    /** Slope of log M at p. */
    private static double slope(double k, double n, double p) {
        return (n - k) / (1 - p) - k / p;
    }
}
