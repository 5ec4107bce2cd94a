package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.EpochSummary;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.decide.Verdict;
import io.faregate.analytics.stats.SampleRatio;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * One run of a scenario with a look after every task: the whole rule, the cost statement alone and the naive test, on
 * the same tasks. Confined to one thread.
 */
final class Run {
    private final Scenario scenario;
    private final SplittableRandom random;
    private final Screen screen;
    private final boolean everyLook;
    private final ArmTally primary = new ArmTally();
    private final ArmTally challenger = new ArmTally();

    private EpochState state = EpochState.NEW;
    private Verdict verdict = Verdict.CONTINUE;
    private int verdictAt;
    private int alarmAt;
    private boolean naive;
    private boolean costAlone;

    private Run(Scenario scenario, long repetition, boolean everyLook) {
        this.scenario = scenario;
        // A generator seeds the generator: neighbouring seeds would give shifted copies of one sequence.
        this.random = new SplittableRandom(
                new SplittableRandom(scenario.seed() * 0xD1342543DE82EF95L + repetition).nextLong());
        this.screen = new Screen(scenario.policy());
        this.everyLook = everyLook;
    }

    /** The run of a repetition's number; the same number gives the same result. */
    static RunResult of(Scenario scenario, long repetition) {
        return new Run(scenario, repetition, false).run();
    }

    /** The same with the rule asked at every look: slow, to check the screen. */
    static RunResult askingEveryLook(Scenario scenario, long repetition) {
        return new Run(scenario, repetition, true).run();
    }

    private RunResult run() {
        PriorityQueue<DrawnTask> waiting = new PriorityQueue<>(Comparator.comparingDouble(DrawnTask::entryDays));
        for (int arrived = 1; arrived <= scenario.tasks() && !settled(); arrived++) {
            double days = arrived / scenario.tasksPerDay();
            DrawnTask task = DrawnTask.at(days, scenario, random);
            arm(task).assigned++;
            waiting.add(task);
            while (!waiting.isEmpty() && waiting.peek().entryDays() <= days) {
                DrawnTask entering = waiting.remove();
                arm(entering).enter(entering);
                look(days, arrived);
            }
        }
        return verdict == Verdict.CONTINUE && alarmAt > 0
                ? new RunResult(Verdict.BLOCKED, alarmAt, naive, costAlone)
                : new RunResult(verdict, verdictAt, naive, costAlone);
    }

    private ArmTally arm(DrawnTask task) {
        return task.challenger() ? challenger : primary;
    }

    /** All three have spoken; after an alarm only a rollback could still come, and its run counts as blocked. */
    private boolean settled() {
        return (verdict != Verdict.CONTINUE || alarmAt > 0) && naive && costAlone;
    }

    private void look(double days, int arrived) {
        naive = naive
                || NaiveTest.claims(
                        primary.cost(), challenger.cost(), scenario.policy().minSaving());
        boolean worth = screen.worth(primary, challenger, days);
        costAlone = costAlone || screen.costAloneProven();
        if (verdict != Verdict.CONTINUE) {
            return;
        }
        if (alarmAt == 0
                && SampleRatio.alarm(
                        SampleRatio.logEvidence(primary.assigned, challenger.assigned, scenario.share()))) {
            alarmAt = arrived;
            state = new EpochState(null, true, state.mode(), state.adjusted());
        }
        if (worth || everyLook) {
            ask(days, arrived);
        }
    }

    private void ask(double days, int arrived) {
        Evaluation evaluation = DecisionRule.evaluate(
                new EpochSummary(
                        days,
                        scenario.share(),
                        0,
                        0,
                        primary.summary(scenario.policy(), Standing.FIRST),
                        challenger.summary(scenario.policy(), Standing.FIRST)),
                scenario.policy(),
                Standing.FIRST,
                state);
        if (evaluation.verdict().latches()) {
            verdict = evaluation.verdict();
            verdictAt = arrived;
        }
    }
}
