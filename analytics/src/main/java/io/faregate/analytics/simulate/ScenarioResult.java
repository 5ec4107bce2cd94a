package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Shares of a scenario's runs. Immutable.
 *
 * @param scenario what was run
 * @param runs how often
 * @param verdicts share of runs per verdict of the whole rule
 * @param medianTasks median tasks at each verdict that came at least once
 * @param naive share of runs in which the naive test claimed the saving
 * @param costAlone share of runs in which the cost statement alone was proven
 */
record ScenarioResult(
        Scenario scenario,
        int runs,
        Map<Verdict, Double> verdicts,
        Map<Verdict, Integer> medianTasks,
        double naive,
        double costAlone) {

    static ScenarioResult of(Scenario scenario, List<RunResult> results) {
        Map<Verdict, Double> verdicts = new EnumMap<>(Verdict.class);
        Map<Verdict, Integer> medians = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            int[] tasks = results.stream()
                    .filter(result -> result.verdict() == verdict)
                    .mapToInt(RunResult::tasks)
                    .sorted()
                    .toArray();
            verdicts.put(verdict, (double) tasks.length / results.size());
            if (tasks.length > 0 && verdict != Verdict.CONTINUE) {
                medians.put(verdict, tasks[tasks.length / 2]);
            }
        }
        return new ScenarioResult(
                scenario,
                results.size(),
                Map.copyOf(verdicts),
                Map.copyOf(medians),
                share(results.stream().mapToInt(result -> result.naive() ? 1 : 0)),
                share(results.stream().mapToInt(result -> result.costAlone() ? 1 : 0)));
    }

    private static double share(IntStream ones) {
        return ones.average().orElse(0);
    }

    double of(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0.0);
    }

    @Nullable
    Integer median(Verdict verdict) {
        return medianTasks.get(verdict);
    }
}
