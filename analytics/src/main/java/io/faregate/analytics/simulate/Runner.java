package io.faregate.analytics.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Repeats scenarios on a few threads; the result does not depend on how many. Not thread-safe. */
final class Runner implements AutoCloseable {
    private final ExecutorService threads;

    Runner(int threads) {
        this.threads = Executors.newFixedThreadPool(threads);
    }

    /**
     * Runs a scenario so many times.
     *
     * @param progress is told the runs done so far, on the calling thread
     * @throws InterruptedException when the caller is told to stop; runs that have begun end by themselves
     */
    ScenarioResult run(Scenario scenario, int repetitions, IntConsumer progress) throws InterruptedException {
        List<Future<RunResult>> futures = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            long repetition = i;
            futures.add(threads.submit(() -> Run.of(scenario, repetition)));
        }
        List<RunResult> results = new ArrayList<>();
        for (Future<RunResult> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a run of " + scenario.name() + " failed", e.getCause());
            }
            progress.accept(results.size());
        }
        return ScenarioResult.of(scenario, results);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
