package io.faregate.analytics.decide;

import io.faregate.analytics.stats.QuantileInterval;
import org.jspecify.annotations.Nullable;

/**
 * Everything one look compares: cost, rates and latency of both arms. Immutable.
 *
 * @param cost the costs
 * @param success successes under the mode in force
 * @param errors tasks with an error
 * @param fallthroughs tasks that fell through
 * @param epoch the sums it was made from
 */
record Evidence(CostEvidence cost, Rates success, Rates errors, Rates fallthroughs, EpochSummary epoch) {
    /** Fewer tasks in an arm do not break the cost guard. */
    static final long FEWEST_FOR_COST_GUARD = 30;

    static Evidence of(EpochSummary epoch, Policy policy, EpochState state, OutcomeMode mode) {
        ArmSummary p = epoch.primary();
        ArmSummary c = epoch.challenger();
        Success success0 = Success.of(p, mode);
        Success success1 = Success.of(c, mode);
        return new Evidence(
                CostEvidence.of(epoch, policy, state),
                new Rates(success0.sum(), success0.tasks(), success1.sum(), success1.tasks()),
                new Rates(p.errors(), p.matureTasks(), c.errors(), c.matureTasks()),
                new Rates(p.fallthroughs(), p.matureTasks(), c.fallthroughs(), c.matureTasks()),
                epoch);
    }

    /** Failures as the exact test wants them: more is worse. */
    Rates failures() {
        return new Rates(success.n0() - success.k0(), success.n0(), success.n1() - success.k1(), success.n1());
    }

    Bounds bounds(Policy policy, Risks risks) {
        double half = risks.guard() / 2;
        Policy.Margins margins = policy.margins();
        boolean enough = cost.arm0().n() >= FEWEST_FOR_COST_GUARD && cost.arm1().n() >= FEWEST_FOR_COST_GUARD;
        return new Bounds(
                cost.upper(risks.promote()),
                cost.lower(risks.promote()),
                success.lower(risks.promote()),
                errors.upper(risks.promote()),
                fallthroughs.upper(risks.promote()),
                latencyLower(risks.promote()),
                latencyUpper(risks.promote()),
                enough ? cost.lower(risks.guard()) : null,
                success.upper(half),
                errors.lower(half),
                fallthroughs.lower(half),
                latencyLower(risks.guard()),
                failures().exactlyAbove(margins.success(), half),
                errors.exactlyAbove(margins.error(), half),
                fallthroughs.exactlyAbove(margins.fallthrough(), half));
    }

    private @Nullable Double latencyLower(double alpha) {
        return QuantileInterval.ratioLower(
                epoch.primary().latencyMillis(), epoch.challenger().latencyMillis(), LatencyRanks.TAIL, alpha);
    }

    private @Nullable Double latencyUpper(double alpha) {
        return QuantileInterval.ratioUpper(
                epoch.primary().latencyMillis(), epoch.challenger().latencyMillis(), LatencyRanks.TAIL, alpha);
    }
}
