package io.faregate.analytics.decide;

import io.faregate.analytics.stats.CostPerSuccess;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.Moments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision on a canary, as one pure function: the sums of an epoch, the policy, the standing and what earlier looks
 * settled, to a verdict with everything that explains it. The same arguments give the same evaluation, so a stored one
 * can be made again. Thread-safe, as it has no state.
 */
public final class DecisionRule {
    /** Tasks with a known cost that each arm needs before promotion or futility is judged. */
    public static final long FEWEST_TASKS = 100;
    /** Effective tasks that each arm needs likewise. */
    public static final double FEWEST_EFFECTIVE = 50;

    private DecisionRule() {}

    /** One look. */
    public static Evaluation evaluate(EpochSummary epoch, Policy policy, Standing standing, EpochState state) {
        Risks risks = Risks.of(policy, standing);
        OutcomeMode mode = Success.mode(policy, state, epoch);
        // In a holdback the promoted model is the primary arm; the question is whether it is worse than the other.
        Evidence evidence = Evidence.of(standing.holdback() ? epoch.swapped() : epoch, policy, state, mode);
        CostEvidence cost = standing.holdback() ? CostEvidence.of(epoch, policy, state) : evidence.cost();
        Bounds bounds = evidence.bounds(policy, risks);
        Gates gates = gates(cost, epoch, policy);
        SplitCheck split = Validity.split(epoch, state);
        List<String> causes = causes(epoch, split, mode);

        Verdict now =
                DecisionOrder.verdict(bounds, policy, standing, gates.burnedIn(), causes.isEmpty(), epoch.ageDays());
        Verdict verdict = latched(state.latched(), now);
        Statements statements = new Statements(evidence, bounds, policy, gates, risks);
        List<Guard> broken = DecisionOrder.broken(bounds, policy, standing);
        return new Evaluation(
                verdict,
                Reasons.of(verdict, now, epoch, policy, standing, bounds, causes, statements),
                verdict == Verdict.PROMOTE || standing.holdback()
                        ? List.of()
                        : Reasons.missing(epoch, policy, bounds, gates, causes, statements),
                Validity.warnings(epoch),
                mode,
                cost.estimate(risks.promote()),
                cost.upper(risks.promote()),
                perSuccess(epoch, mode, risks),
                cost.evidenceCheaper(),
                statements.all(standing),
                gates,
                split,
                standing.retries(),
                !standing.lastStep()
                        && broken.isEmpty()
                        && causes.isEmpty()
                        && !verdict.latches()
                        && gates.days()
                        && epoch.primary().matureTasks() >= FEWEST_TASKS
                        && epoch.challenger().matureTasks() >= FEWEST_TASKS,
                ArmFigures.of(Arm.PRIMARY, epoch.primary(), mode),
                ArmFigures.of(Arm.CHALLENGER, epoch.challenger(), mode),
                bounds,
                next(state, verdict, split, mode, cost, gates));
    }

    private static Gates gates(CostEvidence cost, EpochSummary epoch, Policy policy) {
        Moments arm0 = cost.arm0();
        Moments arm1 = cost.arm1();
        return new Gates(
                arm0.n() >= FEWEST_TASKS && arm1.n() >= FEWEST_TASKS,
                arm0.effectiveCount() >= FEWEST_EFFECTIVE && arm1.effectiveCount() >= FEWEST_EFFECTIVE,
                epoch.ageDays() >= policy.minDays());
    }

    private static List<String> causes(EpochSummary epoch, SplitCheck split, OutcomeMode mode) {
        List<String> causes = new ArrayList<>(Validity.causes(epoch, split, mode));
        if (split.expected() == null && epoch.tasks() > 0) {
            causes.add("the rows do not tell the configured share: the split cannot be checked");
        }
        return causes;
    }

    /** A rollback may still follow a promotion; nothing else follows a verdict that stands. */
    private static Verdict latched(@Nullable Verdict before, Verdict now) {
        if (before == null || (before == Verdict.PROMOTE && now == Verdict.ROLLBACK)) {
            return now;
        }
        return before;
    }

    private static EpochState next(
            EpochState state, Verdict verdict, SplitCheck split, OutcomeMode mode, CostEvidence cost, Gates gates) {
        OutcomeMode fixedMode = gates.open() ? mode : null;
        Boolean fixedAdjusted = gates.burnedIn() ? (Boolean) cost.adjusted() : null;
        return new EpochState(
                verdict.latches() ? verdict : null,
                split.alarm(),
                state.mode() == null ? fixedMode : state.mode(),
                state.adjusted() == null ? fixedAdjusted : state.adjusted());
    }

    private static Estimate perSuccess(EpochSummary epoch, OutcomeMode mode, Risks risks) {
        CostPerSuccess arm0 =
                CostPerSuccess.of(Success.of(epoch.primary(), mode).costAndOutcome());
        CostPerSuccess arm1 =
                CostPerSuccess.of(Success.of(epoch.challenger(), mode).costAndOutcome());
        if (arm0 == null || arm1 == null) {
            return Estimate.none("fewer than 20 successes, or no cost, in an arm");
        }
        LogRatio ratio = CostPerSuccess.ratio(arm0, arm1);
        return new Estimate(
                ratio.relative(), ratio.relativeLower(risks.promote()), ratio.relativeUpper(risks.promote()), null);
    }
}
