package io.faregate.analytics.decide;

import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.Moments;
import io.faregate.analytics.stats.OrderStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** One mature task as a query sees it; sums of a list of them are what a query returns. */
record TaskRecord(
        @Nullable Double costUsd,
        @Nullable Double size,
        boolean error,
        boolean fallthrough,
        boolean refused,
        @Nullable Double outcome,
        double latencyMillis) {

    /** A served task without outcome. */
    static TaskRecord served(double costUsd, double size) {
        return new TaskRecord(costUsd, size, false, false, false, null, 100);
    }

    TaskRecord failed() {
        return new TaskRecord(costUsd, size, true, fallthrough, refused, outcome, latencyMillis);
    }

    TaskRecord fellThrough() {
        return new TaskRecord(costUsd, size, error, true, refused, outcome, latencyMillis);
    }

    TaskRecord refusedOnce() {
        return new TaskRecord(costUsd, size, error, fallthrough, true, outcome, latencyMillis);
    }

    TaskRecord rated(double score) {
        return new TaskRecord(costUsd, size, error, fallthrough, refused, score, latencyMillis);
    }

    TaskRecord unpriced() {
        return new TaskRecord(null, size, error, fallthrough, refused, outcome, latencyMillis);
    }

    TaskRecord unsized() {
        return new TaskRecord(costUsd, null, error, fallthrough, refused, outcome, latencyMillis);
    }

    /** With this latency; NaN is none. */
    TaskRecord took(double millis) {
        return new TaskRecord(costUsd, size, error, fallthrough, refused, outcome, millis);
    }

    /** Sums of mature tasks whose outcomes are mature too. */
    static ArmSummary sum(List<TaskRecord> tasks) {
        CoMoments cost = CoMoments.NONE;
        Moments unsized = Moments.NONE;
        CoMoments technical = CoMoments.NONE;
        CoMoments feedback = CoMoments.NONE;
        Moments withoutOutcome = Moments.NONE;
        double outcomes = 0;
        for (TaskRecord task : tasks) {
            Double y = task.costUsd;
            Double outcome = task.outcome;
            outcomes += outcome == null ? 0 : outcome;
            if (y == null) {
                continue;
            }
            Moments one = Moments.NONE.plus(y);
            Double size = task.size;
            if (size == null) {
                unsized = unsized.plus(y);
            } else {
                cost = cost.merge(CoMoments.constantX(one, size));
            }
            technical = technical.merge(CoMoments.constantX(one, task.error ? 0 : 1));
            if (outcome == null) {
                withoutOutcome = withoutOutcome.plus(y);
            } else {
                feedback = feedback.merge(CoMoments.constantX(one, outcome));
            }
        }
        double[] latencies = tasks.stream()
                .mapToDouble(TaskRecord::latencyMillis)
                .filter(millis -> !Double.isNaN(millis))
                .sorted()
                .toArray();
        long rated = count(tasks, task -> task.outcome != null);
        return new ArmSummary(
                tasks.size(),
                tasks.size(),
                count(tasks, task -> task.costUsd == null),
                cost,
                unsized,
                tasks.stream()
                        .map(TaskRecord::costUsd)
                        .flatMapToDouble(y -> y == null ? DoubleStream.empty() : DoubleStream.of(y))
                        .max()
                        .orElse(0),
                0,
                count(tasks, TaskRecord::error),
                count(tasks, TaskRecord::fallthrough),
                count(tasks, TaskRecord::refused),
                technical,
                rated,
                tasks.size(),
                rated,
                outcomes,
                feedback,
                withoutOutcome,
                OrderStatistics.ofSorted(
                        latencies, LatencyRanks.needed(Policy.DEFAULT, Standing.FIRST, latencies.length)));
    }

    private static long count(List<TaskRecord> tasks, java.util.function.Predicate<TaskRecord> which) {
        return tasks.stream().filter(which).count();
    }
}
