package io.faregate.analytics.decide;

import io.faregate.analytics.stats.SampleRatio;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the data can carry a promotion, and what to look at when they can but are not clean. */
final class Validity {
    private static final double MOST_CROSSED = 0.005;
    private static final double MOST_MISSING = 0.01;
    private static final double MOST_OUTSIDE = 0.01;
    private static final double MARGIN = 0.02;
    private static final double ALPHA = 0.01;

    private Validity() {}

    static SplitCheck split(EpochSummary epoch, EpochState state) {
        long n0 = epoch.primary().tasks();
        long n1 = epoch.challenger().tasks();
        Double share = epoch.share();
        Double observed = epoch.tasks() == 0 ? null : (double) n1 / epoch.tasks();
        if (share == null) {
            return new SplitCheck(null, observed, null, state.sampleRatioAlarm());
        }
        double log = SampleRatio.logEvidence(n0, n1, share);
        return new SplitCheck(
                share,
                observed,
                Double.isInfinite(log) ? null : (Double) log,
                state.sampleRatioAlarm() || SampleRatio.alarm(log));
    }

    /** Why nothing may be promoted, empty when it may. */
    static List<String> causes(EpochSummary epoch, SplitCheck split, OutcomeMode mode) {
        List<String> causes = new ArrayList<>();
        ArmSummary p = epoch.primary();
        ArmSummary c = epoch.challenger();
        if (split.alarm()) {
            causes.add("the split is broken: the challenger got " + Text.percent(split.observed())
                    + " of the tasks, configured are " + Text.percent(split.expected()));
        }
        if (epoch.crossedTasks() > MOST_CROSSED * epoch.tasks()) {
            causes.add(epoch.crossedTasks() + " tasks were seen in both arms (limit " + Text.percent(MOST_CROSSED)
                    + " of the tasks)");
        }
        missing(causes, Arm.PRIMARY, p);
        missing(causes, Arm.CHALLENGER, c);
        if (new Rates(p.costMissing(), p.matureTasks(), c.costMissing(), c.matureTasks()).apart(0, ALPHA)) {
            causes.add("costs are missing more often in one arm than in the other");
        }
        if (mode == OutcomeMode.FEEDBACK
                && new Rates(p.outcomesKnown(), p.outcomeTasks(), c.outcomesKnown(), c.outcomeTasks())
                        .apart(MARGIN, ALPHA)) {
            causes.add("feedback comes more often in one arm than in the other: success cannot be compared");
        }
        if (new Rates(p.refusals(), p.matureTasks(), c.refusals(), c.matureTasks()).apart(MARGIN, ALPHA)) {
            causes.add("budgets refuse more often in one arm than in the other: refused tasks cost nothing");
        }
        return causes;
    }

    private static void missing(List<String> causes, Arm arm, ArmSummary summary) {
        if (summary.costMissing() > MOST_MISSING * summary.matureTasks()) {
            causes.add("the cost of " + summary.costMissing() + " of " + summary.matureTasks() + " " + arm.wireName()
                    + " tasks is unknown (limit " + Text.percent(MOST_MISSING) + ")");
        }
    }

    /** What a longer window or a cleaner feed would mend. */
    static List<String> warnings(EpochSummary epoch) {
        List<String> warnings = new ArrayList<>();
        overflow(warnings, Arm.PRIMARY, epoch.primary());
        overflow(warnings, Arm.CHALLENGER, epoch.challenger());
        if (epoch.lateTasks() > MOST_OUTSIDE * epoch.matureTasks()) {
            warnings.add("rows of " + epoch.lateTasks() + " tasks came after their window: lengthen it");
        }
        return warnings;
    }

    private static void overflow(List<String> warnings, Arm arm, ArmSummary summary) {
        double inside = summary.costUsd().sum();
        @Nullable Double share = inside > 0 ? summary.overflowUsd() / inside : null;
        if (share != null && share > MOST_OUTSIDE) {
            warnings.add(Text.percent(share) + " of the " + arm.wireName()
                    + " arm's cost falls after the window: lengthen it");
        }
    }
}
