package io.faregate.analytics.query;

import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.decide.EpochSummary;
import io.faregate.analytics.decide.LatencyRanks;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.Cohort.ArmTotals;
import io.faregate.analytics.query.Cohort.Coverage;
import io.faregate.analytics.stats.OrderStatistics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one epoch, summed up per arm.
 *
 * <p>Tasks enter by the arrival of their first call with an arm and by nothing else: a task that runs longer enters no
 * later. Stateless; each call runs within the reader's transaction.
 */
public final class CohortQuery {
    static final double DAY_MICROS = 86_400e6;

    private CohortQuery() {}

    /**
     * Sums up an epoch.
     *
     * @param gathered its tasks
     * @param nowMicros the time at which maturity is judged
     */
    public static Cohort at(Connection connection, Gathered gathered, Policy policy, Standing standing, long nowMicros)
            throws SQLException {
        Map<Arm, ArmCounts> counts = nothing(ArmCounts.NONE);
        for (Map.Entry<Arm, ArmCounts> part : gathered.sql("arms", Map.of("bucket", "0"))
                .list(
                        connection,
                        gathered.parameters(nowMicros),
                        row -> Map.entry(Gathered.arm(row), ArmCounts.of(row)))) {
            counts.merge(part.getKey(), part.getValue(), ArmCounts::plus);
        }
        Map<Arm, ArmSummary> summaries = nothing(ArmSummary.NONE);
        for (Map.Entry<Arm, ArmCounts> of : counts.entrySet()) {
            OrderStatistics latencies = latencies(
                    connection, gathered, of.getKey(), of.getValue().latencies(), policy, standing, nowMicros);
            summaries.put(of.getKey(), with(latencies, of.getValue().summary()));
        }
        Epoch epoch = gathered.epoch();
        ArmCounts primary = get(counts, Arm.PRIMARY);
        ArmCounts challenger = get(counts, Arm.CHALLENGER);
        Coverage coverage = coverage(gathered.counts(), primary, challenger);
        EpochSummary summary = new EpochSummary(
                Math.max(0, (nowMicros - epoch.firstMicros()) / DAY_MICROS),
                epoch.share(),
                coverage.crossedTasks(),
                coverage.late(),
                get(summaries, Arm.PRIMARY),
                get(summaries, Arm.CHALLENGER));
        return new Cohort(
                epoch,
                nowMicros,
                totals(primary, gathered.targets().primary()),
                totals(challenger, gathered.targets().challenger()),
                coverage,
                summary);
    }

    /** What there is to say of a route without calls with an arm. */
    public static Cohort none(Connection connection, String route, long nowMicros) throws SQLException {
        return new Cohort(
                null,
                nowMicros,
                totals(ArmCounts.NONE, null),
                totals(ArmCounts.NONE, null),
                coverage(RowCounts.of(connection, route, null), ArmCounts.NONE, ArmCounts.NONE),
                new EpochSummary(0, null, 0, 0, ArmSummary.NONE, ArmSummary.NONE));
    }

    private static OrderStatistics latencies(
            Connection connection, Gathered gathered, Arm arm, long n, Policy policy, Standing standing, long nowMicros)
            throws SQLException {
        SortedSet<Long> ranks = LatencyRanks.needed(policy, standing, n);
        Map<Long, Double> values = new TreeMap<>();
        if (n > 0) {
            Map<String, Object> parameters = gathered.parameters(nowMicros);
            parameters.put("is_challenger", arm == Arm.CHALLENGER);
            parameters.put("ranks", ranks.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
            gathered.sql("latencies", Map.of())
                    .list(connection, parameters, row -> Map.entry(row.getLong("rank"), row.getDouble("latency_ms")))
                    .forEach(e -> values.put(e.getKey(), e.getValue()));
        }
        return new OrderStatistics(n, values);
    }

    private static ArmSummary with(OrderStatistics latencies, ArmSummary s) {
        return new ArmSummary(
                s.tasks(),
                s.matureTasks(),
                s.costMissing(),
                s.cost(),
                s.costUnsized(),
                s.maxCostUsd(),
                s.overflowUsd(),
                s.errors(),
                s.fallthroughs(),
                s.refusals(),
                s.technical(),
                s.tasksWithFeedback(),
                s.outcomeTasks(),
                s.outcomesKnown(),
                s.outcomeSum(),
                s.feedback(),
                s.costWithoutOutcome(),
                latencies);
    }

    private static Coverage coverage(RowCounts rows, ArmCounts primary, ArmCounts challenger) {
        return new Coverage(
                rows.rows(),
                rows.duplicates(),
                rows.rejected(),
                primary.lateTasks() + challenger.lateTasks(),
                primary.unpricedCalls() + challenger.unpricedCalls(),
                primary.tasksWithoutId() + challenger.tasksWithoutId(),
                primary.crossedTasks() + challenger.crossedTasks(),
                missing(primary) + missing(challenger));
    }

    private static <T> Map<Arm, T> nothing(T none) {
        return new EnumMap<>(Map.of(Arm.PRIMARY, none, Arm.CHALLENGER, none));
    }

    private static long missing(ArmCounts arm) {
        return arm.summary().outcomeTasks() - arm.summary().outcomesKnown();
    }

    private static ArmTotals totals(ArmCounts counts, @Nullable String target) {
        return new ArmTotals(target, counts.calls(), counts.costPicoUsd(), counts.overflowPicoUsd());
    }

    private static <T> T get(Map<Arm, T> map, Arm arm) {
        T value = map.get(arm);
        if (value == null) {
            throw new IllegalStateException("no figures for " + arm);
        }
        return value;
    }
}
