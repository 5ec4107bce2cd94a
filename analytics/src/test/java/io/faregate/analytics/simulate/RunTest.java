package io.faregate.analytics.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.faregate.analytics.decide.Verdict;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null-cost-s1.0-50%",
                "null-default-s1.0-50%",
                "fail-10-50-s1.0-5%",
                "fail-10-12-s1.0-50%",
                "dearer-3-s1.0-5%",
                "split-5-10",
                "saves-50-s1.0-50%"
            })
    void theScreenLosesNoVerdict(String name) {
        Scenario scenario = named(name).shortened(900);
        for (long repetition = 0; repetition < 3; repetition++) {
            assertThat(Run.of(scenario, repetition)).isEqualTo(Run.askingEveryLook(scenario, repetition));
        }
    }

    @Test
    void theSameNumberGivesTheSameRun() {
        Scenario scenario = named("tail-blow-up-k1-s1.0-50%").shortened(2_000);
        assertThat(Run.of(scenario, 5)).isEqualTo(Run.of(scenario, 5));
        SplittableRandom one = new SplittableRandom(9);
        SplittableRandom other = new SplittableRandom(9);
        assertThat(DrawnTask.at(0.5, scenario, one)).isEqualTo(DrawnTask.at(0.5, scenario, other));
    }

    @Test
    void anEqualChallengerIsHardlyEverPromotedWhereTheRepeatedTestOftenIs() throws InterruptedException {
        try (Runner runner = new Runner(1)) {
            ScenarioResult result = runner.run(named("null-cost-s1.0-50%").shortened(2_000), 100, done -> {});
            assertThat(result.of(Verdict.PROMOTE)).isLessThanOrEqualTo(0.1);
            assertThat(result.naive()).isGreaterThan(0.1);
        }
    }

    @Test
    void aChallengerThatFailsHalfItsTasksIsAlwaysRolledBack() throws InterruptedException {
        try (Runner runner = new Runner(1)) {
            ScenarioResult result = runner.run(named("fail-10-50").shortened(4_000), 40, done -> {});
            assertThat(result.of(Verdict.ROLLBACK)).isEqualTo(1);
            Integer median = result.median(Verdict.ROLLBACK);
            assertThat(median).isBetween(300, 1_200);
        }
    }

    @Test
    void drawnCostsHaveTheirTrueMeans() {
        for (String name : new String[] {"tail-blow-up-k3-cap-s1.0-50%", "tail-sigma-1.5-k1-s1.0-50%", "saves-30"}) {
            Scenario scenario = named(name);
            SplittableRandom random = new SplittableRandom(4);
            double[] sums = new double[2];
            int[] counts = new int[2];
            for (int i = 0; i < 400_000; i++) {
                DrawnTask task = DrawnTask.at(0, scenario, random);
                sums[task.challenger() ? 1 : 0] += task.cost();
                counts[task.challenger() ? 1 : 0]++;
            }
            double ratio = (sums[1] / counts[1]) / (sums[0] / counts[0]);
            assertThat(ratio - 1).as(name).isCloseTo(scenario.trueChange(), within(0.06));
        }
    }

    @Test
    void latencyRanksAreFoundToOnePercent() {
        LatencyTally tally = new LatencyTally();
        LongStream.rangeClosed(1, 1_000).forEach(i -> tally.add(100.0 + i));
        for (long rank : new long[] {1, 500, 950, 1_000}) {
            assertThat(tally.at(rank)).isCloseTo(100.0 + rank, within(0.011 * (100.0 + rank)));
        }
    }

    @Test
    void criticalValuesOfStudent() {
        assertThat(NaiveTest.critical(9)).isCloseTo(2.2622, within(1e-3));
        assertThat(NaiveTest.critical(30)).isCloseTo(2.0423, within(1e-4));
        assertThat(NaiveTest.critical(1e9)).isCloseTo(1.959964, within(1e-6));
    }

    private static Scenario named(String name) {
        return Scenarios.shipped().stream()
                .filter(scenario -> scenario.name().startsWith(name))
                .findFirst()
                .orElseThrow();
    }
}
