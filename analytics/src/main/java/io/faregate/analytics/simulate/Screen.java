package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.LatencyProof;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.stats.BetaBinomial;
import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.CostRatio;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.QuantileInterval;
import io.faregate.analytics.stats.RateDifference;
import org.jspecify.annotations.Nullable;

/**
 * Whether the rule could say anything but "continue" after this task: cheap enough to ask after every one of millions.
 * A yes is then put to the rule itself, so this may err to the yes, never to the no. Confined to one run.
 */
final class Screen {
    private static final int GUARDS = 5;
    private static final long COST_GUARD_TASKS = 30;
    private static final double P95 = 0.95;
    /** Latency ranks are dear to find, and move slowly. */
    private static final int LATENCY_EVERY = 50;

    private final Policy policy;
    private final double promote;
    private final double guard;

    private boolean costAloneProven;

    Screen(Policy policy) {
        this.policy = policy;
        this.promote = policy.alpha();
        this.guard = policy.alpha() / GUARDS;
    }

    /** Whether the cost statement alone, without stress and age, held at the last look. */
    boolean costAloneProven() {
        return costAloneProven;
    }

    /** Whether this look is worth the rule's time. */
    boolean worth(ArmTally primary, ArmTally challenger, double days) {
        costAloneProven = false;
        CoMoments cost0 = primary.cost();
        CoMoments cost1 = challenger.cost();
        CostRatio.Adjusted adjusted = CostRatio.adjusted(cost0, cost1);
        LogRatio ratio = adjusted == null ? null : adjusted.ratio();
        boolean decisive = ratio != null && decisive(ratio, cost0, cost1, primary, challenger, days);
        return decisive
                || days >= policy.maxDays()
                || (ratio != null
                        && cost0.n() >= COST_GUARD_TASKS
                        && cost1.n() >= COST_GUARD_TASKS
                        && ratio.theta() > 0
                        && ratio.relativeLower(guard) > policy.maxCostIncrease())
                || rateBreach(primary, challenger)
                || latencyBreach(primary, challenger);
    }

    private boolean decisive(
            LogRatio ratio, CoMoments cost0, CoMoments cost1, ArmTally primary, ArmTally challenger, double days) {
        if (cost0.n() < DecisionRule.FEWEST_TASKS
                || cost1.n() < DecisionRule.FEWEST_TASKS
                || cost0.y().effectiveCount() < DecisionRule.FEWEST_EFFECTIVE
                || cost1.y().effectiveCount() < DecisionRule.FEWEST_EFFECTIVE) {
            return false;
        }
        double upper = ratio.relativeUpper(promote);
        costAloneProven = upper < -policy.minSaving();
        if (days < policy.minDays()) {
            return false;
        }
        if (ratio.relativeLower(promote) > -policy.minSaving()) {
            return true;
        }
        double worst = Math.max(primary.maxCost, challenger.maxCost);
        return costAloneProven
                && CostRatio.stressed(upper, policy.tailStress(), worst, cost1.n(), cost0.meanY()) < -policy.minSaving()
                && within(
                        primary.failures,
                        challenger.failures,
                        primary,
                        challenger,
                        policy.margins().success())
                && within(
                        primary.errors,
                        challenger.errors,
                        primary,
                        challenger,
                        policy.margins().error())
                && within(
                        primary.fallthroughs,
                        challenger.fallthroughs,
                        primary,
                        challenger,
                        policy.margins().fallthrough())
                && policy.latencyProof() == LatencyProof.POINT;
    }

    /** Whether bad events are proven to be no more than a margin more frequent. */
    private boolean within(long k0, long k1, ArmTally primary, ArmTally challenger, double margin) {
        RateDifference rates = difference(k0, k1, primary, challenger);
        return rates != null && rates.difference() < margin && rates.excludes(margin, promote);
    }

    private boolean rateBreach(ArmTally primary, ArmTally challenger) {
        Policy.Margins margins = policy.margins();
        return breach(primary.failures, challenger.failures, primary, challenger, margins.success())
                || breach(primary.errors, challenger.errors, primary, challenger, margins.error())
                || breach(primary.fallthroughs, challenger.fallthroughs, primary, challenger, margins.fallthrough());
    }

    private boolean breach(long k0, long k1, ArmTally primary, ArmTally challenger, double margin) {
        double n0 = primary.entered;
        double n1 = challenger.entered;
        if (n0 == 0 || n1 == 0 || k1 / n1 - k0 / n0 <= margin) {
            return false;
        }
        RateDifference rates = difference(k0, k1, primary, challenger);
        return (rates != null && rates.excludes(margin, guard / 2))
                || maybeExact((double) k0, n0, (double) k1, n1, margin);
    }

    /** The exact evidence is a least over rates, so that at any one rate bounds it from above. */
    private boolean maybeExact(double k0, double n0, double k1, double n1, double margin) {
        double pooled = (k0 + k1 - margin * n1) / (n0 + n1);
        double p = Math.min(1 - margin - 1e-9, Math.max(1e-9, pooled));
        return BetaBinomial.logMartingale(k0, n0, p) + BetaBinomial.logMartingale(k1, n1, p + margin)
                >= -Math.log(guard / 2);
    }

    private static @Nullable RateDifference difference(long k0, long k1, ArmTally primary, ArmTally challenger) {
        if (primary.entered < RateDifference.FEWEST_TASKS || challenger.entered < RateDifference.FEWEST_TASKS) {
            return null;
        }
        return new RateDifference((double) k0, (double) primary.entered, (double) k1, (double) challenger.entered);
    }

    private boolean latencyBreach(ArmTally primary, ArmTally challenger) {
        long n0 = primary.entered;
        long n1 = challenger.entered;
        if ((n0 + n1) % LATENCY_EVERY != 0) {
            return false;
        }
        long upper = QuantileInterval.ranks(n0, P95, guard / 2).upper();
        long lower = QuantileInterval.ranks(n1, P95, guard / 2).lower();
        return upper <= n0
                && lower > 0
                && challenger.latencies.at(lower) > (1 + policy.margins().latency()) * primary.latencies.at(upper);
    }
}
