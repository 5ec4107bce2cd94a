package io.faregate.analytics.decide;

import io.faregate.analytics.stats.ExactBreach;
import io.faregate.analytics.stats.RateDifference;
import org.jspecify.annotations.Nullable;

/**
 * One rate in both arms. Immutable.
 *
 * @param k0 events of the primary
 * @param n0 tasks of the primary
 * @param k1 events of the challenger
 * @param n1 tasks of the challenger
 */
record Rates(double k0, long n0, double k1, long n1) {

    /** The difference with its bounds, null before 50 tasks an arm. */
    @Nullable
    RateDifference difference() {
        if (n0 < RateDifference.FEWEST_TASKS || n1 < RateDifference.FEWEST_TASKS) {
            return null;
        }
        return new RateDifference(k0, (double) n0, k1, (double) n1);
    }

    @Nullable
    Double lower(double alpha) {
        RateDifference difference = difference();
        return difference == null ? null : difference.lower(alpha);
    }

    @Nullable
    Double upper(double alpha) {
        RateDifference difference = difference();
        return difference == null ? null : difference.upper(alpha);
    }

    /** Whether the exact test finds the challenger's events more frequent by more than the margin. */
    boolean exactlyAbove(double margin, double alpha) {
        return ExactBreach.found(k0, (double) n0, k1, (double) n1, margin, alpha);
    }

    /** Whether the difference is proven to be larger than the margin, in either direction. */
    boolean apart(double margin, double alpha) {
        RateDifference difference = difference();
        if (difference == null) {
            return false;
        }
        double observed = difference.difference();
        return (observed > margin && difference.excludes(margin, alpha))
                || (observed < -margin && difference.excludes(-margin, alpha));
    }
}
