package io.faregate.analytics.query;

import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.Moments;
import io.faregate.analytics.stats.OrderStatistics;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What is shown of an arm beside its estimates, and the sums that these are made of.
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

    static ArmCounts of(ResultSet row) throws SQLException {
        Moments unsized = moments(row, "unsized");
        CoMoments cost = pairs(row, "cost_n", "cost_mean", "cost_var", "size_mean", "size_var", "cost_size");
        ArmSummary summary = new ArmSummary(
                row.getLong("tasks"),
                row.getLong("mature_tasks"),
                row.getLong("cost_missing"),
                cost,
                unsized,
                number(row, "max_y"),
                picoUsd(row, "overflow_pico").doubleValue() / 1e12,
                row.getLong("errors"),
                row.getLong("fallthroughs"),
                row.getLong("refusals"),
                pairs(
                        row,
                        "technical_n",
                        "technical_mean",
                        "technical_var",
                        "technical_success",
                        "technical_success_var",
                        "technical_cov"),
                row.getLong("heard"),
                row.getLong("outcome_tasks"),
                row.getLong("outcomes_known"),
                number(row, "outcome_sum"),
                pairs(
                        row,
                        "feedback_n",
                        "feedback_mean",
                        "feedback_var",
                        "feedback_success",
                        "feedback_success_var",
                        "feedback_cov"),
                moments(row, "unheard"),
                OrderStatistics.NONE);
        return new ArmCounts(
                row.getLong("calls"),
                picoUsd(row, "total_pico"),
                picoUsd(row, "overflow_pico"),
                row.getLong("unpriced_calls"),
                row.getLong("crossed"),
                row.getLong("without_id"),
                row.getLong("late"),
                row.getLong("latencies"),
                summary);
    }

    /** A sum of picodollars; a sum over nothing is 0. */
    static BigInteger picoUsd(ResultSet row, String column) throws SQLException {
        Object sum = row.getObject(column);
        return sum == null ? BigInteger.ZERO : new BigInteger(sum.toString());
    }

    private static Moments moments(ResultSet row, String name) throws SQLException {
        long n = row.getLong(name + "_n");
        return n == 0
                ? Moments.NONE
                : new Moments(n, number(row, name + "_mean"), spread(n, number(row, name + "_var")));
    }

    private static CoMoments pairs(
            ResultSet row, String n, String meanY, String varY, String meanX, String varX, String covariance)
            throws SQLException {
        long count = row.getLong(n);
        return count == 0
                ? CoMoments.NONE
                : new CoMoments(
                        count,
                        number(row, meanY),
                        spread(count, number(row, varY)),
                        number(row, meanX),
                        spread(count, number(row, varX)),
                        number(row, covariance) * count);
    }

    /** A figure over nothing is null in SQL, and 0 where nothing is counted. */
    private static double number(ResultSet row, String column) throws SQLException {
        return row.getObject(column) == null ? 0 : row.getDouble(column);
    }

    private static double spread(long n, double populationVariance) {
        return Math.max(0, populationVariance * n);
    }
}
