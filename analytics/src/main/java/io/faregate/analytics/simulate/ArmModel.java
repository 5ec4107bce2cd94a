package io.faregate.analytics.simulate;

import org.apache.commons.numbers.gamma.Erfc;

/**
 * What is true of one arm's tasks. Costs are lognormal with mean 1 before the factors; half of the log variance is
 * explained by the prompt's size. Immutable.
 *
 * @param costFactor multiplies every cost
 * @param sigma standard deviation of the log cost
 * @param blowUpShare share of tasks that blow up
 * @param blowUpFactor multiplies their cost on top
 * @param failureRate share of tasks whose outcome is a failure
 * @param errorRate share of tasks with an error
 * @param fallthroughRate share of tasks that fall through
 * @param latencyFactor multiplies every latency
 * @param durationFactor multiplies how long a task runs
 */
record ArmModel(
        double costFactor,
        double sigma,
        double blowUpShare,
        double blowUpFactor,
        double failureRate,
        double errorRate,
        double fallthroughRate,
        double latencyFactor,
        double durationFactor) {

    /** An arm without failures whose log cost spreads by sigma. */
    static ArmModel lognormal(double sigma) {
        return new ArmModel(1, sigma, 0, 1, 0, 0, 0, 1, 1);
    }

    ArmModel costing(double factor) {
        return new ArmModel(
                factor,
                sigma,
                blowUpShare,
                blowUpFactor,
                failureRate,
                errorRate,
                fallthroughRate,
                latencyFactor,
                durationFactor);
    }

    ArmModel blowingUp(double share, double factor) {
        return new ArmModel(
                costFactor,
                sigma,
                share,
                factor,
                failureRate,
                errorRate,
                fallthroughRate,
                latencyFactor,
                durationFactor);
    }

    ArmModel failing(double rate) {
        return new ArmModel(
                costFactor,
                sigma,
                blowUpShare,
                blowUpFactor,
                rate,
                errorRate,
                fallthroughRate,
                latencyFactor,
                durationFactor);
    }

    ArmModel erring(double errors, double fallthroughs) {
        return new ArmModel(
                costFactor,
                sigma,
                blowUpShare,
                blowUpFactor,
                failureRate,
                errors,
                fallthroughs,
                latencyFactor,
                durationFactor);
    }

    ArmModel running(double factor) {
        return new ArmModel(
                costFactor,
                sigma,
                blowUpShare,
                blowUpFactor,
                failureRate,
                errorRate,
                fallthroughRate,
                latencyFactor,
                factor);
    }

    ArmModel answeringIn(double factor) {
        return new ArmModel(
                costFactor,
                sigma,
                blowUpShare,
                blowUpFactor,
                failureRate,
                errorRate,
                fallthroughRate,
                factor,
                durationFactor);
    }

    /** The same arm at a cost that makes its true mean a ratio of another arm's, under a cap. */
    ArmModel costingInTruth(double ratio, ArmModel other, double cap) {
        double target = ratio * other.meanCost(cap);
        double low = 0;
        double high = 1_000;
        for (int step = 0; step < 200; step++) {
            double middle = 0.5 * (low + high);
            if (costing(middle).meanCost(cap) < target) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return costing(0.5 * (low + high));
    }

    /** The true mean cost when no task can cost more than a cap. */
    double meanCost(double cap) {
        return (1 - blowUpShare) * capped(costFactor, cap) + blowUpShare * capped(costFactor * blowUpFactor, cap);
    }

    /** E[min(a L, cap)] for a lognormal L of mean 1. */
    private double capped(double a, double cap) {
        if (a == 0 || Double.isInfinite(cap)) {
            return a;
        }
        double log = Math.log(cap / a);
        return a * phi((log - sigma * sigma / 2) / sigma) + cap * phi(-(log + sigma * sigma / 2) / sigma);
    }

    private static double phi(double value) {
        return 0.5 * Erfc.value(-value / Math.sqrt(2));
    }
}
