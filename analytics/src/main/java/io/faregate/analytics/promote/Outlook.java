package io.faregate.analytics.promote;

import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Verdict;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.promote.Walk.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a canary that rests is waiting for, and what comes then, as far as nothing goes wrong. Pure.
 *
 * @param stage of the walk
 * @param waitingFor what the next move still needs
 * @param next that move; null when none will come
 */
record Outlook(
        Stage stage, List<String> waitingFor, @Nullable Move next) {
    static Outlook of(CanaryRoute configured, Running running, @Nullable Look look) {
        if (!configured.auto() || !running.auto()) {
            return new Outlook(Stage.PERSON, List.of(), null);
        }
        if (running.off()) {
            return new Outlook(Stage.OFF, List.of(), null);
        }
        boolean check = configured.exchanged(running.primary(), running.challenger());
        Double step = configured.ramp().after(running.percent().doubleValue());
        Move next = check
                ? new Move.Share(0, "the check after the promotion is over")
                : step != null
                        ? new Move.Share(step, "nothing speaks against the next step")
                        : new Move.Promote("every statement holds");
        List<String> waitingFor = look == null
                ? List.of("a first task under what is in force")
                : check ? age(configured, look, "the check") : waitingFor(configured, look, step == null);
        return new Outlook(check ? Stage.CHECK : Stage.STEP, waitingFor, next);
    }

    private static List<String> waitingFor(CanaryRoute configured, Look look, boolean last) {
        Evaluation seen = look.evaluation();
        if (seen.verdict() == Verdict.BLOCKED) {
            return seen.reasons();
        }
        if (last) {
            return seen.missing();
        }
        List<String> missing = new ArrayList<>();
        long primary = look.cohort().summary().primary().matureTasks();
        long challenger = look.cohort().summary().challenger().matureTasks();
        if (Math.min(primary, challenger) < DecisionRule.FEWEST_TASKS) {
            missing.add(
                    DecisionRule.FEWEST_TASKS + " mature tasks an arm: " + primary + " and " + challenger + " so far");
        }
        missing.addAll(age(configured, look, "this step"));
        return missing;
    }

    private static List<String> age(CanaryRoute configured, Look look, String what) {
        return look.evaluation().gates().days()
                ? List.of()
                : List.of("min_days, " + configured.policy().minDays() + ", of " + what);
    }
}
