package io.faregate.analytics.decide;

import static io.faregate.analytics.decide.TaskRecord.served;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionRuleTest {
    @Test
    void promotesWhatIsCheaperAndAsGood() {
        Evaluation look = look(epoch(arm(20_000, 1.0, 1), arm(20_000, 0.6, 2)), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.PROMOTE);
        assertThat(look.missing()).isEmpty();
        assertThat(look.statements()).allMatch(s -> s.state() == Statement.State.PROVEN);
        assertThat(look.state().latched()).isEqualTo(Verdict.PROMOTE);
        assertThat(look.mode()).isEqualTo(OutcomeMode.TECHNICAL);
        assertThat(requireNonNull(look.stressHigh()))
                .isGreaterThan(requireNonNull(look.relativeCost().high()));
    }

    @Test
    void saysWhatIsMissingAndWhenItIsToBeExpected() {
        Evaluation look = look(epoch(arm(500, 1.0, 1), arm(500, 0.5, 2)), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.CONTINUE);
        assertThat(look.reasons()).anyMatch(reason -> reason.startsWith("saving proven: at least"));
        assertThat(look.missing()).anyMatch(missing -> missing.startsWith("errors could still be"));
        Statement errors = statement(look, "error");
        assertThat(errors.state()).isEqualTo(Statement.State.OPEN);
        assertThat(requireNonNull(errors.forecastTasks())).isBetween(1_001L, 100_000L);
        // 1,000 tasks in five days: so many more take so many days.
        assertThat(requireNonNull(errors.forecastDays()))
                .isCloseTo((errors.forecastTasks() - 1_000) / 200.0, within(0.01));
        assertThat(statement(look, "cheaper").forecastTasks()).isNull();
    }

    @Test
    void equalCostIsFoundFutile() {
        Evaluation look = look(epoch(arm(20_000, 1.0, 1), arm(20_000, 1.0, 2)), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.STOP_NO_SAVING);
        assertThat(statement(look, "cheaper").state()).isEqualTo(Statement.State.BROKEN);
    }

    @Test
    void aChallengerThatFailsIsRolledBackWithinTensOfTasks() {
        ArmSummary failing = arm(40, 0.5, 2, (task, i) -> i % 3 == 0 ? task.failed() : task);
        Evaluation look = look(epoch(arm(800, 1.0, 1), failing, 0.05, 0.1, 0), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.ROLLBACK);
        assertThat(look.reasons()).contains("errors rose by more than 1.0 points, by the exact test");
        assertThat(look.gates().tasks()).isFalse();
    }

    @Test
    void aRescuedChallengerIsRolledBackByItsFallThrough() {
        ArmSummary rescued = arm(300, 0.9, 2, (task, i) -> i % 10 < 3 ? task.fellThrough() : task);
        Evaluation look = look(epoch(arm(300, 1.0, 1), rescued), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.ROLLBACK);
        assertThat(look.reasons()).anyMatch(reason -> reason.startsWith("fall-through rose by"));
    }

    @Test
    void aDearerChallengerIsRolledBackFromThirtyTasksOn() {
        ArmSummary primary = arm(600, 1.0, 1);
        assertThat(look(epoch(primary, arm(29, 50.0, 2), 0.05, 1, 0), Policy.DEFAULT)
                        .verdict())
                .isEqualTo(Verdict.CONTINUE);
        assertThat(look(epoch(primary, arm(30, 50.0, 2), 0.05, 1, 0), Policy.DEFAULT)
                        .verdict())
                .isEqualTo(Verdict.ROLLBACK);
    }

    @Test
    void aSlowerChallengerIsRolledBack() {
        ArmSummary slow = arm(500, 0.5, 2, (task, i) -> task.took(1_000 + i));
        Evaluation look = look(epoch(arm(500, 1.0, 1, (task, i) -> task.took(500 + i)), slow), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.ROLLBACK);
        assertThat(look.reasons()).anyMatch(reason -> reason.startsWith("p95 latency is at least"));
    }

    @Test
    void aBrokenSplitBlocksForTheRestOfTheEpoch() {
        Evaluation look = look(epoch(arm(300, 1.0, 1), arm(100, 0.5, 2)), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(look.split().alarm()).isTrue();
        assertThat(look.split().observed()).isEqualTo(0.25);
        Evaluation later = DecisionRule.evaluate(
                epoch(arm(20_000, 1.0, 1), arm(20_000, 0.5, 2)), Policy.DEFAULT, Standing.FIRST, look.state());
        assertThat(later.verdict()).isEqualTo(Verdict.BLOCKED);
    }

    @Test
    void crossedTasksMissingCostsAndUnequalRefusalsBlockWhileTheyLast() {
        ArmSummary primary = arm(1_000, 1.0, 1);
        ArmSummary challenger = arm(1_000, 0.5, 2);
        assertThat(look(epoch(primary, challenger, 0.5, 5, 11), Policy.DEFAULT).verdict())
                .isEqualTo(Verdict.BLOCKED);
        assertThat(look(epoch(primary, challenger, 0.5, 5, 10), Policy.DEFAULT).verdict())
                .isEqualTo(Verdict.CONTINUE);
        ArmSummary unpriced = arm(1_000, 0.5, 2, (task, i) -> i % 90 == 0 ? task.unpriced() : task);
        assertThat(look(epoch(primary, unpriced), Policy.DEFAULT).reasons())
                .contains("the cost of 12 of 1000 challenger tasks is unknown (limit 1.0 %)");
        ArmSummary refused = arm(1_000, 0.5, 2, (task, i) -> i % 10 == 0 ? task.refusedOnce() : task);
        assertThat(look(epoch(primary, refused), Policy.DEFAULT).verdict()).isEqualTo(Verdict.BLOCKED);
    }

    @Test
    void feedbackThatComesMoreOftenInOneArmBlocks() {
        ArmSummary all = arm(2_000, 1.0, 1, (task, i) -> task.rated(1));
        ArmSummary some = arm(2_000, 0.5, 2, (task, i) -> i % 10 < 8 ? task.rated(1) : task);
        Evaluation look = look(epoch(all, some), Policy.DEFAULT);
        assertThat(look.mode()).isEqualTo(OutcomeMode.FEEDBACK);
        assertThat(look.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(look.challenger().successRate().value()).isEqualTo(1.0);
        assertThat(look.challenger().worstCaseSuccess().value()).isEqualTo(0.8);
        Evaluation strict = look(epoch(all, some), with(OutcomeMode.MISSING_IS_FAILURE, 2, 0));
        assertThat(strict.challenger().successRate().value()).isEqualTo(0.8);
        assertThat(strict.verdict()).isEqualTo(Verdict.ROLLBACK);
    }

    @Test
    void autoBecomesFeedbackWithTwentyRatedTasksAnArmAndIsFixedOnceADecisionIsPossible() {
        ArmSummary few = arm(200, 1.0, 1, (task, i) -> i < 19 ? task.rated(1) : task);
        ArmSummary enough = arm(200, 1.0, 2, (task, i) -> i < 20 ? task.rated(1) : task);
        Evaluation before = look(epoch(few, enough), Policy.DEFAULT);
        assertThat(before.mode()).isEqualTo(OutcomeMode.TECHNICAL);
        assertThat(before.state().mode()).isEqualTo(OutcomeMode.TECHNICAL);
        Evaluation fixed = DecisionRule.evaluate(epoch(enough, enough), Policy.DEFAULT, Standing.FIRST, before.state());
        assertThat(fixed.mode()).isEqualTo(OutcomeMode.TECHNICAL);
        Evaluation young = look(epoch(few, enough, 0.5, 1, 0), Policy.DEFAULT);
        assertThat(young.state().mode()).isNull();
        assertThat(look(epoch(enough, enough), Policy.DEFAULT).mode()).isEqualTo(OutcomeMode.FEEDBACK);
    }

    @Test
    void verdictsStandAndOnlyARollbackFollowsAPromotion() {
        EpochState promoted = new EpochState(Verdict.PROMOTE, false, OutcomeMode.TECHNICAL, true);
        ArmSummary primary = arm(1_000, 1.0, 1);
        Evaluation stands =
                DecisionRule.evaluate(epoch(primary, arm(1_000, 0.99, 2)), Policy.DEFAULT, Standing.FIRST, promoted);
        assertThat(stands.verdict()).isEqualTo(Verdict.PROMOTE);
        ArmSummary broken = arm(1_000, 0.5, 2, (task, i) -> i % 2 == 0 ? task.failed() : task);
        Evaluation back = DecisionRule.evaluate(epoch(primary, broken), Policy.DEFAULT, Standing.FIRST, promoted);
        assertThat(back.verdict()).isEqualTo(Verdict.ROLLBACK);
        EpochState stopped = new EpochState(Verdict.STOP_NO_SAVING, false, null, null);
        assertThat(DecisionRule.evaluate(epoch(primary, broken), Policy.DEFAULT, Standing.FIRST, stopped)
                        .verdict())
                .isEqualTo(Verdict.STOP_NO_SAVING);
    }

    @Test
    void aHoldbackAsksWhetherThePromotedModelIsWorse() {
        Standing holdback = new Standing(0, 1, true, true);
        ArmSummary promotedFails = arm(950, 0.5, 1, (task, i) -> i % 4 == 0 ? task.failed() : task);
        ArmSummary old = arm(50, 1.0, 2);
        Evaluation alarm =
                DecisionRule.evaluate(epoch(promotedFails, old, 0.05, 1, 0), Policy.DEFAULT, holdback, EpochState.NEW);
        assertThat(alarm.verdict()).isEqualTo(Verdict.ROLLBACK);
        ArmSummary oldFails = arm(50, 1.0, 2, (task, i) -> i % 2 == 0 ? task.failed() : task);
        Evaluation quiet = DecisionRule.evaluate(
                epoch(arm(950, 0.5, 1), oldFails, 0.05, 1, 0), Policy.DEFAULT, holdback, EpochState.NEW);
        assertThat(quiet.verdict()).isEqualTo(Verdict.CONTINUE);
        assertThat(requireNonNull(quiet.relativeCost().value())).isPositive();
    }

    @Test
    void aRampStepIsReadyAfterMinDaysAndAHundredTasksAnArm() {
        Standing step = new Standing(0, 4, false, false);
        ArmSummary primary = arm(900, 1.0, 1);
        assertThat(ready(epoch(primary, arm(100, 0.5, 2), 0.1, 2, 0), step)).isTrue();
        assertThat(ready(epoch(primary, arm(99, 0.5, 2), 0.1, 2, 0), step)).isFalse();
        assertThat(ready(epoch(primary, arm(100, 0.5, 2), 0.1, 1.9, 0), step)).isFalse();
        assertThat(ready(epoch(primary, arm(100, 0.5, 2), 0.1, 2, 0), Standing.FIRST))
                .isFalse();
        assertThat(ready(epoch(primary, arm(100, 0.5, 2), 0.1, 2, 50), step)).isFalse();
    }

    @Test
    void retriesHalveTheRiskOfAFalsePromotion() {
        EpochSummary epoch = epoch(arm(2_000, 1.0, 1), arm(2_000, 0.7, 2));
        Evaluation first = look(epoch, Policy.DEFAULT);
        Evaluation third =
                DecisionRule.evaluate(epoch, Policy.DEFAULT, new Standing(2, 1, true, false), EpochState.NEW);
        assertThat(requireNonNull(third.bounds().costUpper()))
                .isGreaterThan(requireNonNull(first.bounds().costUpper()));
        assertThat(third.bounds().rollbackCostLower()).isEqualTo(first.bounds().rollbackCostLower());
        assertThat(third.retries()).isEqualTo(2);
    }

    @Test
    void aRampDividesTheRiskOfAFalseRollback() {
        EpochSummary epoch = epoch(arm(2_000, 1.0, 1), arm(2_000, 0.7, 2));
        Evaluation ramp = DecisionRule.evaluate(epoch, Policy.DEFAULT, new Standing(0, 4, true, false), EpochState.NEW);
        Evaluation alone = look(epoch, Policy.DEFAULT);
        assertThat(requireNonNull(ramp.bounds().rollbackCostLower()))
                .isLessThan(requireNonNull(alone.bounds().rollbackCostLower()));
        assertThat(ramp.bounds().costUpper()).isEqualTo(alone.bounds().costUpper());
    }

    @Test
    void tailStressAsksForRoomForOneMoreTaskAsDearAsTheDearest() {
        EpochSummary epoch = epoch(arm(2_000, 1.0, 1), arm(2_000, 0.7, 2));
        double none = requireNonNull(look(epoch, with(OutcomeMode.AUTO, 2, 0)).stressHigh());
        double once = requireNonNull(look(epoch, with(OutcomeMode.AUTO, 2, 1)).stressHigh());
        double worst = Math.max(epoch.primary().maxCostUsd(), epoch.challenger().maxCostUsd());
        assertThat(once - none)
                .isCloseTo(worst / (2_000 * epoch.primary().costUsd().mean()), within(1e-12));
    }

    @Test
    void withoutSizesTheAdjustmentIsOffForTheWholeEpoch() {
        ArmSummary sized = arm(1_000, 1.0, 1);
        ArmSummary unsized = arm(1_000, 0.8, 2, (task, i) -> i % 2 == 0 ? task.unsized() : task);
        Evaluation look = look(epoch(sized, unsized), Policy.DEFAULT);
        assertThat(look.state().adjusted()).isFalse();
        double plain = unsized.costUsd().mean() / sized.costUsd().mean() - 1;
        assertThat(requireNonNull(look.relativeCost().value())).isCloseTo(plain, within(1e-12));
        Evaluation later =
                DecisionRule.evaluate(epoch(sized, arm(1_000, 0.8, 2)), Policy.DEFAULT, Standing.FIRST, look.state());
        assertThat(later.state().adjusted()).isFalse();
    }

    @Test
    void emptyAndFreeArmsGiveReasonsInsteadOfFigures() throws Exception {
        Evaluation empty = look(new EpochSummary(0, 0.5, 0, 0, ArmSummary.NONE, ArmSummary.NONE), Policy.DEFAULT);
        assertThat(empty.verdict()).isEqualTo(Verdict.CONTINUE);
        assertThat(empty.reasons()).containsExactly("no task yet");
        assertThat(empty.relativeCost()).isEqualTo(Estimate.none("fewer than 2 tasks with a known cost in an arm"));
        ArmSummary free = arm(40, 0.0, 1);
        Evaluation nothing = look(epoch(free, free), Policy.DEFAULT);
        assertThat(nothing.relativeCost()).isEqualTo(Estimate.none("the primary cost nothing"));
        assertThat(nothing.verdict()).isEqualTo(Verdict.CONTINUE);
        for (Evaluation look : List.of(empty, nothing)) {
            assertThat(new ObjectMapper().writeValueAsString(look)).doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void anOldEpochWithoutProofStops() {
        Evaluation look = look(epoch(arm(90, 1.0, 1), arm(90, 0.9, 2), 0.5, 28, 0), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.STOP_INCONCLUSIVE);
    }

    @Test
    void anUnknownShareBlocks() {
        Evaluation look = look(new EpochSummary(5, null, 0, 0, arm(500, 1.0, 1), arm(500, 0.5, 2)), Policy.DEFAULT);
        assertThat(look.verdict()).isEqualTo(Verdict.BLOCKED);
        assertThat(look.split().expected()).isNull();
    }

    private static boolean ready(EpochSummary epoch, Standing standing) {
        return DecisionRule.evaluate(epoch, Policy.DEFAULT, standing, EpochState.NEW)
                .stepReady();
    }

    private static Evaluation look(EpochSummary epoch, Policy policy) {
        return DecisionRule.evaluate(epoch, policy, Standing.FIRST, EpochState.NEW);
    }

    private static Statement statement(Evaluation look, String name) {
        return look.statements().stream()
                .filter(statement -> statement.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static EpochSummary epoch(ArmSummary primary, ArmSummary challenger) {
        return epoch(primary, challenger, 0.5, 5, 0);
    }

    private static EpochSummary epoch(
            ArmSummary primary, ArmSummary challenger, double share, double days, long crossed) {
        return new EpochSummary(days, share, crossed, 0, primary, challenger);
    }

    private static ArmSummary arm(int tasks, double meanUsd, long seed) {
        return arm(tasks, meanUsd, seed, (task, i) -> task);
    }

    /** Tasks with lognormal costs about a mean, every second log unit explained by the size. */
    private static ArmSummary arm(
            int tasks, double meanUsd, long seed, BiFunction<TaskRecord, Integer, TaskRecord> each) {
        Random random = new Random(seed);
        return TaskRecord.sum(IntStream.range(0, tasks)
                .mapToObj(i -> {
                    double size = random.nextGaussian();
                    double log = Math.sqrt(0.5) * (size + random.nextGaussian()) - 0.5;
                    return each.apply(served(meanUsd * Math.exp(log), size), i);
                })
                .toList());
    }

    private static Policy with(OutcomeMode mode, double minDays, double tailStress) {
        return new Policy(
                Duration.ofHours(1),
                Duration.ofHours(24),
                mode,
                0.05,
                0.05,
                0,
                minDays,
                28,
                Policy.Margins.DEFAULT,
                LatencyProof.POINT,
                tailStress,
                null);
    }
}
