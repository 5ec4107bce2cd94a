package io.faregate.analytics.stats;

/**
 * Difference of two rates, arm 1 minus arm 0, with one-sided bounds valid at all times, asymptotically. Immutable.
 *
 * <p>The variance depends on the difference under test: for a hypothesised d it is the larger of the observed and the
 * hypothesised binomial variance of arm 1. A variance from the observed rate alone is near 0 just when a small sample
 * happens to be free of events, and then proves whatever one likes. Sums of scores in [0, 1] may stand for counts: the
 * binomial variance bounds theirs.
 *
 * @param k0 events of arm 0, a count or a sum of scores
 * @param n0 tasks of arm 0
 * @param k1 events of arm 1
 * @param n1 tasks of arm 1
 */
public record RateDifference(double k0, double n0, double k1, double n1) {
    /** Fewer tasks in an arm prove nothing here. */
    public static final long FEWEST_TASKS = 50;

    /** Refuses rates outside 0 to 1 and empty arms. */
    public RateDifference {
        if (!(n0 > 0 && n1 > 0 && k0 >= 0 && k0 <= n0 && k1 >= 0 && k1 <= n1)) {
            throw new IllegalArgumentException(
                    "rates need 0 <= k <= n and n > 0: k0=" + k0 + " n0=" + n0 + " k1=" + k1 + " n1=" + n1);
        }
    }

    /** The observed difference. */
    public double difference() {
        return k1 / n1 - k0 / n0;
    }

    /** Whether both arms are large enough for a bound to count. */
    public boolean gate() {
        return n0 >= FEWEST_TASKS && n1 >= FEWEST_TASKS;
    }

    /** Lower bound at one-sided risk alpha, -1 when there is none. */
    public double lower(double alpha) {
        return bound(-1, alpha);
    }

    /** Upper bound at one-sided risk alpha, 1 when there is none. */
    public double upper(double alpha) {
        return bound(1, alpha);
    }

    /** Whether a true difference d can be excluded: it lies outside the bound on its side of the observed one. */
    public boolean excludes(double d, double alpha) {
        return excess(d, alpha) > 0;
    }

    private double bound(double end, double alpha) {
        if (excess(end, alpha) <= 0) {
            return end;
        }
        return Bisection.root(d -> excess(d, alpha), difference(), end);
    }

    /** (d - dhat)² - k1² se²(d): positive where the hypothesis d is excluded. */
    private double excess(double d, double alpha) {
        double g0 = (k0 + 1) / (n0 + 2);
        double g1 = (k1 + 1) / (n1 + 2);
        double edge = 1 / (n1 + 2);
        double q = Math.min(1 - edge, Math.max(edge, g0 + d));
        double variance = g0 * (1 - g0) / n0 + Math.max(q * (1 - q), g1 * (1 - g1)) / n1;
        double k = MixtureBoundary.oneSided(MixtureBoundary.TAU_RATE * MixtureBoundary.TAU_RATE / variance, alpha);
        double distance = d - difference();
        return distance * distance - k * k * variance;
    }
}
