package io.faregate.analytics.query;

import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.row.PicoUsd;
import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.Moments;
import io.faregate.analytics.stats.OrderStatistics;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What is shown of an arm, or of some of its tasks, beside its estimates, and the sums that these are made of.
 *
 * @param calls calls of its tasks so far
 * @param costPicoUsd what they cost so far, as far as it is known
 * @param overflowPicoUsd of that, what mature tasks cost after their window
 * @param unpricedCalls calls whose cost is not known
 * @param crossedTasks tasks that also name the other arm
 * @param tasksWithoutId tasks that are single requests, since the client named none
 * @param lateTasks mature tasks that a row amended after they had matured
 * @param latencies mature tasks whose first request has a latency
 * @param summary counts and sums for the decision, without latencies
 */
record ArmCounts(
        long calls,
        BigInteger costPicoUsd,
        BigInteger overflowPicoUsd,
        long unpricedCalls,
        long crossedTasks,
        long tasksWithoutId,
        long lateTasks,
        long latencies,
        ArmSummary summary) {

    static final ArmCounts NONE = new ArmCounts(0, BigInteger.ZERO, BigInteger.ZERO, 0, 0, 0, 0, 0, ArmSummary.NONE);

    /** The tasks of one class: what the class has in common decides which sums they are in. */
    static ArmCounts of(ResultSet row) throws SQLException {
        long n = row.getLong("tasks");
        boolean mature = row.getBoolean("mature");
        boolean settled = row.getBoolean("settled");
        boolean unheard = row.getBoolean("unheard");
        boolean unsized = row.getBoolean("unsized");
        boolean error = row.getBoolean("error");
        boolean known = mature && !row.getBoolean("cost_missing");
        boolean withOutcome = settled && !unheard;
        Moments y = moments(row, n, "y");
        BigInteger overflow = mature ? picoUsd(row, "overflow_pico") : BigInteger.ZERO;
        ArmSummary summary = new ArmSummary(
                n,
                mature ? n : 0,
                mature && !known ? n : 0,
                known && !unsized ? pairs(row, y, "x") : CoMoments.NONE,
                known && unsized ? y : Moments.NONE,
                known ? row.getDouble("max_y") : 0,
                dollars(overflow),
                mature && error ? n : 0,
                mature ? row.getLong("fallthroughs") : 0,
                mature ? row.getLong("refusals") : 0,
                known ? new CoMoments(n, y.mean(), y.m2(), error ? 0 : 1, 0, 0) : CoMoments.NONE,
                row.getLong("heard"),
                settled ? n : 0,
                withOutcome ? n : 0,
                withOutcome ? row.getDouble("outcome_sum") : 0,
                withOutcome && known ? pairs(row, y, "outcome") : CoMoments.NONE,
                settled && unheard && known ? y : Moments.NONE,
                OrderStatistics.NONE);
        return new ArmCounts(
                row.getLong("calls"),
                picoUsd(row, "total_pico"),
                overflow,
                row.getLong("unpriced_calls"),
                row.getLong("crossed"),
                row.getLong("without_id"),
                mature ? row.getLong("late") : 0,
                mature ? row.getLong("latencies") : 0,
                summary);
    }

    /** Both together. */
    ArmCounts plus(ArmCounts more) {
        ArmSummary a = summary;
        ArmSummary b = more.summary;
        BigInteger overflow = overflowPicoUsd.add(more.overflowPicoUsd);
        ArmSummary sum = new ArmSummary(
                a.tasks() + b.tasks(),
                a.matureTasks() + b.matureTasks(),
                a.costMissing() + b.costMissing(),
                a.cost().merge(b.cost()),
                a.costUnsized().merge(b.costUnsized()),
                Math.max(a.maxCostUsd(), b.maxCostUsd()),
                dollars(overflow),
                a.errors() + b.errors(),
                a.fallthroughs() + b.fallthroughs(),
                a.refusals() + b.refusals(),
                a.technical().merge(b.technical()),
                a.tasksWithFeedback() + b.tasksWithFeedback(),
                a.outcomeTasks() + b.outcomeTasks(),
                a.outcomesKnown() + b.outcomesKnown(),
                a.outcomeSum() + b.outcomeSum(),
                a.feedback().merge(b.feedback()),
                a.costWithoutOutcome().merge(b.costWithoutOutcome()),
                OrderStatistics.NONE);
        return new ArmCounts(
                calls + more.calls,
                costPicoUsd.add(more.costPicoUsd),
                overflow,
                unpricedCalls + more.unpricedCalls,
                crossedTasks + more.crossedTasks,
                tasksWithoutId + more.tasksWithoutId,
                lateTasks + more.lateTasks,
                latencies + more.latencies,
                sum);
    }

    /** A sum of picodollars; a sum over nothing is 0. */
    static BigInteger picoUsd(ResultSet row, String column) throws SQLException {
        Object sum = row.getObject(column);
        return sum == null ? BigInteger.ZERO : new BigInteger(sum.toString());
    }

    private static double dollars(BigInteger picoUsd) {
        return PicoUsd.dollars(picoUsd).doubleValue();
    }

    private static Moments moments(ResultSet row, long n, String name) throws SQLException {
        return new Moments(n, row.getDouble("mean_" + name), spread(row, n, name));
    }

    private static CoMoments pairs(ResultSet row, Moments y, String name) throws SQLException {
        return new CoMoments(
                y.n(),
                y.mean(),
                y.m2(),
                row.getDouble("mean_" + name),
                spread(row, y.n(), name),
                row.getDouble("covar_" + name) * y.n());
    }

    private static double spread(ResultSet row, long n, String name) throws SQLException {
        return Math.max(0, row.getDouble("var_" + name) * n);
    }
}
