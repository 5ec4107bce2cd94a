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
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one epoch, gathered once into a temporary table of the connection and summed up per arm.
 *
 * <p>Tasks enter by the arrival of their first call with an arm and by nothing else: a task that runs longer enters no
 * later. Stateless; each call runs within the reader's transaction.
 */
public final class CohortQuery {
    private static final Sql ARMS = Sql.named("arms", Map.of("bucket", "0"));
    private static final Sql LATENCIES = Sql.named("latencies");
    private static final Sql COVERAGE = Sql.named("coverage");
    static final double DAY_MICROS = 86_400e6;

    private CohortQuery() {}

    /**
     * Sums up an epoch.
     *
     * @param epoch the epoch, null for a route without calls with an arm
     * @param targets the targets of its arms
     * @param nowMicros the time at which maturity is judged
     */
    public static Cohort at(
            Connection connection,
            String route,
            @Nullable Epoch epoch,
            ArmTargets targets,
            Policy policy,
            Standing standing,
            long nowMicros)
            throws SQLException {
        Map<Arm, ArmCounts> counts = new EnumMap<>(Map.of(Arm.PRIMARY, ArmCounts.NONE, Arm.CHALLENGER, ArmCounts.NONE));
        Map<Arm, ArmSummary> summaries =
                new EnumMap<>(Map.of(Arm.PRIMARY, ArmSummary.NONE, Arm.CHALLENGER, ArmSummary.NONE));
        if (epoch != null) {
            Map<String, Object> parameters = CohortTable.gather(connection, route, epoch, policy, nowMicros);
            for (Map.Entry<Arm, ArmCounts> found : ARMS.list(
                    connection,
                    parameters,
                    row -> Map.entry(CohortTable.arm(row.getString("arm")), ArmCounts.of(row)))) {
                counts.put(found.getKey(), found.getValue());
                summaries.put(
                        found.getKey(),
                        withLatencies(connection, found.getKey(), found.getValue(), parameters, policy, standing));
            }
            CohortTable.drop(connection);
        }
        ArmCounts primary = get(counts, Arm.PRIMARY);
        ArmCounts challenger = get(counts, Arm.CHALLENGER);
        Coverage coverage = coverage(connection, route, epoch, primary, challenger);
        EpochSummary summary = new EpochSummary(
                epoch == null ? 0 : Math.max(0, (nowMicros - epoch.firstMicros()) / DAY_MICROS),
                epoch == null ? null : epoch.share(),
                coverage.crossedTasks(),
                coverage.late(),
                get(summaries, Arm.PRIMARY),
                get(summaries, Arm.CHALLENGER));
        return new Cohort(
                epoch,
                nowMicros,
                totals(primary, targets.primary()),
                totals(challenger, targets.challenger()),
                coverage,
                summary);
    }

    private static ArmSummary withLatencies(
            Connection connection,
            Arm arm,
            ArmCounts counts,
            Map<String, Object> parameters,
            Policy policy,
            Standing standing)
            throws SQLException {
        long n = counts.latencies();
        SortedSet<Long> ranks = LatencyRanks.needed(policy, standing, n);
        Map<String, Object> more = new HashMap<>(parameters);
        more.put("arm", arm.wireName());
        more.put("ranks", ranks.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        Map<Long, Double> values = new TreeMap<>();
        if (n > 0) {
            LATENCIES
                    .list(connection, more, row -> Map.entry(row.getLong("rank"), row.getDouble("latency_ms")))
                    .forEach(e -> values.put(e.getKey(), e.getValue()));
        }
        ArmSummary s = counts.summary();
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
                new OrderStatistics(n, values));
    }

    private static Coverage coverage(
            Connection connection, String route, @Nullable Epoch epoch, ArmCounts primary, ArmCounts challenger)
            throws SQLException {
        long firstKey = epoch == null ? 0 : epoch.firstMicros() * 1024;
        long missing = missing(primary) + missing(challenger);
        return COVERAGE.list(
                        connection,
                        Map.of("route", route, "first_key", firstKey),
                        row -> new Coverage(
                                row.getLong("call_rows"),
                                row.getLong("duplicates"),
                                row.getLong("rejected"),
                                primary.lateTasks() + challenger.lateTasks(),
                                primary.unpricedCalls() + challenger.unpricedCalls(),
                                primary.tasksWithoutId() + challenger.tasksWithoutId(),
                                primary.crossedTasks() + challenger.crossedTasks(),
                                missing))
                .get(0);
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
