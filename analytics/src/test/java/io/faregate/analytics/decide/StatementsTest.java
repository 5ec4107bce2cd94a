package io.faregate.analytics.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatementsTest {
    @Test
    void aStatementWithoutDataIsNeverProven() {
        assertThat(look(ArmSummary.NONE, ArmSummary.NONE).statements())
                .hasSize(5)
                .allSatisfy(statement -> {
                    assertThat(statement.state()).isEqualTo(Statement.State.OPEN);
                    assertThat(statement.bound()).isNull();
                    assertThat(statement.reason()).isEqualTo("no data yet");
                });
    }

    @Test
    void fewTasksGiveNoBoundAndProveNothing() {
        Statement latency = latency(look(arm(20, 1.0, 100), arm(20, 0.6, 100)));
        assertThat(latency.state()).isEqualTo(Statement.State.OPEN);
        assertThat(latency.reason()).isEqualTo("too few tasks for a bound");
    }

    @Test
    void aBoundWithinTheMarginProvesThatLatencyIsNotProvenWorse() {
        Statement latency = latency(look(arm(2_000, 1.0, 100), arm(2_000, 0.6, 100)));
        assertThat(latency.claim()).isEqualTo("p95 latency not proven above 1.25 times the primary's");
        assertThat(latency.state()).isEqualTo(Statement.State.PROVEN);
        assertThat(latency.bound()).isEqualTo(1.0);
        assertThat(latency.reason()).isNull();
    }

    @Test
    void aLatencyThatNobodyKnowsHoldsNoPromotionUpAndIsNotCalledProven() {
        Evaluation look = look(arm(20_000, 1.0, Double.NaN), arm(20_000, 0.6, Double.NaN));
        assertThat(look.verdict()).isEqualTo(Verdict.PROMOTE);
        assertThat(latency(look).state()).isEqualTo(Statement.State.OPEN);
        assertThat(latency(look).reason()).isEqualTo("no data yet");
        assertThat(look.reasons()).noneMatch(reason -> reason.contains("latency"));
        Evaluation early = look(arm(200, 1.0, Double.NaN), arm(200, 0.6, Double.NaN));
        assertThat(early.verdict()).isEqualTo(Verdict.CONTINUE);
        assertThat(early.missing()).isNotEmpty().noneMatch(missing -> missing.contains("latency"));
    }

    @Test
    void aBreachWithoutABoundSaysWhatWasFound() {
        ArmSummary failing =
                TaskRecord.sum(Stream.generate(() -> TaskRecord.served(1, 1).failed())
                        .limit(40)
                        .toList());
        Statement errors = statement(look(arm(800, 1.0, 100), failing), "error");
        assertThat(errors.state()).isEqualTo(Statement.State.BROKEN);
        assertThat(errors.bound()).isNull();
        assertThat(errors.reason()).isEqualTo("errors rose by more than 1.0 points, by the exact test");
    }

    private static Evaluation look(ArmSummary primary, ArmSummary challenger) {
        return DecisionRule.evaluate(
                new EpochSummary(5, 0.5, 0, 0, primary, challenger), Policy.DEFAULT, Standing.FIRST, EpochState.NEW);
    }

    private static Statement latency(Evaluation look) {
        return statement(look, "latency");
    }

    private static Statement statement(Evaluation look, String name) {
        return look.statements().stream()
                .filter(statement -> statement.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Tasks with lognormal costs and one latency; NaN is none. */
    private static ArmSummary arm(int tasks, double meanUsd, double latencyMillis) {
        Random random = new Random(tasks + (long) (100 * meanUsd));
        List<TaskRecord> drawn = Stream.generate(random::nextGaussian)
                .limit(tasks)
                .map(log -> TaskRecord.served(meanUsd * Math.exp(log - 0.5), 1).took(latencyMillis))
                .toList();
        return TaskRecord.sum(drawn);
    }
}
