package io.faregate.analytics.decide;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sentences beside a verdict: always the bound, never the bare point, which is too good when a run stops. */
final class Reasons {
    private Reasons() {}

    static List<String> of(
            Verdict verdict,
            Verdict now,
            EpochSummary epoch,
            Policy policy,
            Standing standing,
            Bounds bounds,
            List<String> causes,
            Statements statements) {
        List<String> reasons = new ArrayList<>();
        if (verdict != now) {
            reasons.add("stands since it was reached in this epoch");
        }
        switch (verdict) {
            case ROLLBACK ->
                DecisionOrder.broken(bounds, policy, standing)
                        .forEach(guard -> reasons.add(guard.breach(bounds, policy)));
            case BLOCKED -> reasons.addAll(causes);
            case PROMOTE, CONTINUE -> proven(reasons, policy, bounds, statements);
            case STOP_NO_SAVING ->
                reasons.add("the promised saving is ruled out: at most " + Text.percent(saving(bounds)) + " (asked "
                        + Text.percent(policy.minSaving()) + ")");
            case STOP_INCONCLUSIVE ->
                reasons.add("no proof within max_days, " + policy.maxDays() + ": the primary stays");
        }
        if (reasons.isEmpty()) {
            reasons.add(epoch.tasks() == 0 ? "no task yet" : "nothing is proven yet");
        }
        return reasons;
    }

    private static @Nullable Double saving(Bounds bounds) {
        Double lower = bounds.costLower();
        return lower == null ? null : (Double) Math.max(0, -lower);
    }

    private static void proven(List<String> reasons, Policy policy, Bounds bounds, Statements statements) {
        for (Promise promise : Promise.values()) {
            if (statements.state(promise) == Statement.State.PROVEN) {
                reasons.add(promise.proven(bounds, policy));
            }
        }
    }

    static List<String> missing(
            EpochSummary epoch, Policy policy, Bounds bounds, Gates gates, List<String> causes, Statements statements) {
        List<String> missing = new ArrayList<>(causes);
        if (!gates.tasks()) {
            missing.add("fewer than " + DecisionRule.FEWEST_TASKS + " mature tasks with a known cost in an arm: "
                    + epoch.primary().costUsd().n() + " and "
                    + epoch.challenger().costUsd().n());
        } else if (!gates.effectiveTasks()) {
            missing.add("a few tasks carry an arm's cost: fewer than " + (long) DecisionRule.FEWEST_EFFECTIVE
                    + " effective tasks");
        }
        if (!gates.days()) {
            missing.add("younger than min_days, " + policy.minDays());
        }
        for (Promise promise : Promise.values()) {
            if (promise == Promise.CHEAPER && !gates.burnedIn()) {
                missing.add("too early to judge the cost");
            } else if (statements.holdsUp(promise)) {
                missing.add(promise.missing(bounds, policy));
            }
        }
        return missing;
    }
}
