package io.faregate.analytics.stats;

import org.jspecify.annotations.Nullable;

/**
 * Relative cost change between two arms, on the log scale.
 *
 * <p>Two things make it hold where a textbook interval does not. The log of the ratio is closer to normal than the
 * difference of skewed means. And the challenger's squared coefficient of variation is never taken below the
 * primary's: a lucky small sample of a skewed cost has a low mean and a low variance at once, and without the floor
 * its bound is far too tight.
 */
public final class CostRatio {
    private CostRatio() {}

    /**
     * The ratio adjusted for prompt size, with its parts.
     *
     * @param ratio the adjusted ratio
     * @param slope pooled relative slope b
     * @param spread0 squared relative spread of arm 0 after the adjustment
     * @param spread1 the same of arm 1, before the floor
     */
    public record Adjusted(LogRatio ratio, double slope, double spread0, double spread1) {}

    /** Log ratio of arm 1's mean to arm 0's; null unless both arms have two values and a positive mean. */
    public static @Nullable LogRatio plain(Moments arm0, Moments arm1) {
        if (undefined(arm0, arm1)) {
            return null;
        }
        double cv0 = arm0.variance() / (arm0.mean() * arm0.mean());
        double cv1 = arm1.variance() / (arm1.mean() * arm1.mean());
        return new LogRatio(Math.log(arm1.mean() / arm0.mean()), se(cv0, arm0.n(), cv1, arm1.n()));
    }

    /**
     * The same, adjusted by a covariate x that was fixed before assignment: E[mean x1 - mean x0] is 0, so subtracting a
     * multiple of it cannot shift the estimate and only removes chance imbalance. One pooled relative slope, because
     * one per arm would overfit the small arm (the idea of CUPED, Deng, Xu, Kohavi and Walker, 2013).
     */
    public static @Nullable Adjusted adjusted(CoMoments arm0, CoMoments arm1) {
        if (undefined(arm0.y(), arm1.y())) {
            return null;
        }
        double vx0 = arm0.x().variance();
        double vx1 = arm1.x().variance();
        double w0 = arm0.covariance() / arm0.meanY();
        double w1 = arm1.covariance() / arm1.meanY();
        double information = arm0.n() * vx0 + arm1.n() * vx1;
        double slope = information == 0 ? 0 : (arm0.n() * w0 + arm1.n() * w1) / information;
        double spread0 = spread(arm0, slope, w0, vx0);
        double spread1 = spread(arm1, slope, w1, vx1);
        double theta = Math.log(arm1.meanY() / arm0.meanY()) - slope * (arm1.meanX() - arm0.meanX());
        return new Adjusted(new LogRatio(theta, se(spread0, arm0.n(), spread1, arm1.n())), slope, spread0, spread1);
    }

    /**
     * Relative change that the verdict must survive: its upper bound after k more tasks of arm 1 as dear as the worst
     * ever seen. No statistic sees blow-ups that have not happened; this is a rule, not a proof.
     *
     * @param relativeUpper the upper bound without stress
     * @param k how many such tasks
     * @param worst their cost
     * @param n1 tasks of arm 1
     * @param mean0 mean cost of arm 0
     */
    public static double stressed(double relativeUpper, double k, double worst, long n1, double mean0) {
        return relativeUpper + k * worst / (n1 * mean0);
    }

    private static boolean undefined(Moments arm0, Moments arm1) {
        return arm0.n() < 2 || arm1.n() < 2 || arm0.mean() <= 0 || arm1.mean() <= 0;
    }

    private static double spread(CoMoments arm, double slope, double w, double vx) {
        double cv = arm.y().variance() / (arm.meanY() * arm.meanY());
        return Math.max(0, cv - 2 * slope * w + slope * slope * vx);
    }

    private static double se(double spread0, long n0, double spread1, long n1) {
        return Math.sqrt(spread0 / n0 + Math.max(spread0, spread1) / n1);
    }
}
