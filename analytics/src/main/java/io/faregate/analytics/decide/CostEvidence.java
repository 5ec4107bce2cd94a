package io.faregate.analytics.decide;

import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.CostRatio;
import io.faregate.analytics.stats.EValue;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.MixtureBoundary;
import io.faregate.analytics.stats.Moments;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks' costs say about the challenger. Immutable.
 *
 * @param ratio log ratio of the costs, null when it is not defined
 * @param arm0 dollars a task of the primary
 * @param arm1 dollars a task of the challenger
 * @param stress what the tail stress adds to the relative upper bound
 * @param adjusted whether the ratio is adjusted for prompt size
 */
record CostEvidence(@Nullable LogRatio ratio, Moments arm0, Moments arm1, double stress, boolean adjusted) {
    private static final double MOST_UNSIZED = 0.2;

    static CostEvidence of(EpochSummary epoch, Policy policy, EpochState state) {
        ArmSummary primary = epoch.primary();
        ArmSummary challenger = epoch.challenger();
        Moments arm0 = primary.costUsd();
        Moments arm1 = challenger.costUsd();
        Boolean fixed = state.adjusted();
        boolean adjust = fixed != null ? fixed : enoughSized(primary, challenger);
        double worst = Math.max(primary.maxCostUsd(), challenger.maxCostUsd());
        Double capUsd = policy.taskCapUsd();
        if (capUsd != null) {
            worst = Math.max(worst, capUsd);
        }
        double stress = arm1.n() == 0 || arm0.mean() <= 0
                ? 0
                : CostRatio.stressed(0, policy.tailStress(), worst, arm1.n(), arm0.mean());
        return new CostEvidence(
                adjust ? adjusted(primary, challenger) : CostRatio.plain(arm0, arm1), arm0, arm1, stress, adjust);
    }

    private static boolean enoughSized(ArmSummary primary, ArmSummary challenger) {
        long unsized = primary.costUnsized().n() + challenger.costUnsized().n();
        long sized = primary.cost().n() + challenger.cost().n();
        return unsized <= MOST_UNSIZED * (sized + unsized);
    }

    /** A task without a size takes the pooled mean, so that it adds nothing to the adjustment. */
    private static @Nullable LogRatio adjusted(ArmSummary primary, ArmSummary challenger) {
        double pooled = primary.cost().merge(challenger.cost()).meanX();
        CostRatio.Adjusted adjusted = CostRatio.adjusted(
                primary.cost().merge(CoMoments.constantX(primary.costUnsized(), pooled)),
                challenger.cost().merge(CoMoments.constantX(challenger.costUnsized(), pooled)));
        return adjusted == null ? null : adjusted.ratio();
    }

    /** Relative upper bound with stress, null without a ratio. */
    @Nullable
    Double upper(double alpha) {
        return ratio == null ? null : ratio.relativeUpper(alpha) + stress;
    }

    /** Relative lower bound, null without a ratio. */
    @Nullable
    Double lower(double alpha) {
        return ratio == null ? null : ratio.relativeLower(alpha);
    }

    /** The figure with its bounds, or why there is none. */
    Estimate estimate(double alpha) {
        if (ratio != null) {
            return new Estimate(ratio.relative(), ratio.relativeLower(alpha), ratio.relativeUpper(alpha), null);
        }
        if (arm0.n() < 2 || arm1.n() < 2) {
            return Estimate.none("fewer than 2 tasks with a known cost in an arm");
        }
        return Estimate.none(arm0.mean() <= 0 ? "the primary cost nothing" : "the challenger cost nothing");
    }

    /** Evidence against "not cheaper", at most the largest double; null when it cannot be said. */
    @Nullable
    Double evidenceCheaper() {
        if (ratio == null || ratio.se() == 0) {
            return null;
        }
        double evidence = EValue.of(ratio.theta(), ratio.se(), MixtureBoundary.TAU_COST, 0)
                .below();
        return Math.min(Double.MAX_VALUE, evidence);
    }
}
