package io.faregate.analytics.decide;

import io.faregate.analytics.stats.CoMoments;
import io.faregate.analytics.stats.Moments;
import io.faregate.analytics.stats.OrderStatistics;

/**
 * Counts and sums of one arm in one epoch: the whole input of the decision, filled by one query. Immutable.
 *
 * <p>The unit is the task. A task belongs to the arm of its first call with an arm (t0 is that call's arrival), and all
 * its calls on the route in [t0, t0 + window) count for it, whichever model served. It is <em>mature</em> when now is
 * at or after t0 + window, and its outcome is mature at t0 + outcome window. Tasks enter by t0 alone, never by when
 * they went idle. Money here is double dollars: derived from exact sums, used for statistics only.
 *
 * @param tasks tasks assigned so far, mature or not
 * @param matureTasks of these, the mature ones; everything below but {@code tasksWithFeedback} is about mature tasks
 * @param costMissing mature tasks with a billed call in the window whose cost cannot be known
 * @param cost mature tasks with a known cost and a size estimate: y = dollars in the window, x = ln(1 + estimated input
 *     tokens of the task's first call)
 * @param costUnsized dollars of mature tasks with a known cost but without a size estimate
 * @param maxCostUsd the dearest mature task, 0 if there is none
 * @param overflowUsd dollars of mature tasks' calls at or after t0 + window
 * @param errors mature tasks with at least one request whose outcome was failed or truncated
 * @param fallthroughs mature tasks with at least one call marked fallthrough
 * @param refusals mature tasks with at least one refused call
 * @param technical mature tasks with a known cost: y = dollars, x = 1 without an error, 0 with one
 * @param tasksWithFeedback assigned tasks, mature or not, for which any feedback came by now
 * @param outcomeTasks tasks whose outcome is mature
 * @param outcomesKnown of these, the ones with feedback in [t0, t0 + outcome window)
 * @param outcomeSum their outcomes added up: the last feedback's score, else 1 for success and 0 for failure
 * @param feedback tasks with a mature, known outcome and a known cost: y = dollars, x = outcome in [0, 1]
 * @param costWithoutOutcome dollars of tasks with a mature but unknown outcome and a known cost
 * @param latencyMillis of mature tasks, the latency of the first request, failed attempts and fallback included; the
 *     ranks needed are {@link LatencyRanks#needed}
 */
public record ArmSummary(
        long tasks,
        long matureTasks,
        long costMissing,
        CoMoments cost,
        Moments costUnsized,
        double maxCostUsd,
        double overflowUsd,
        long errors,
        long fallthroughs,
        long refusals,
        CoMoments technical,
        long tasksWithFeedback,
        long outcomeTasks,
        long outcomesKnown,
        double outcomeSum,
        CoMoments feedback,
        Moments costWithoutOutcome,
        OrderStatistics latencyMillis) {

    /** An arm without a task. */
    public static final ArmSummary NONE = new ArmSummary(
            0,
            0,
            0,
            CoMoments.NONE,
            Moments.NONE,
            0,
            0,
            0,
            0,
            0,
            CoMoments.NONE,
            0,
            0,
            0,
            0,
            CoMoments.NONE,
            Moments.NONE,
            OrderStatistics.NONE);

    /** Refuses counts that contradict each other: a query gone wrong must not become a verdict. */
    public ArmSummary {
        atMost("matureTasks", matureTasks, "tasks", tasks);
        atMost("costMissing", costMissing, "matureTasks", matureTasks);
        atMost("tasks with a known cost", cost.n() + costUnsized.n(), "matureTasks", matureTasks);
        atMost("errors", errors, "matureTasks", matureTasks);
        atMost("fallthroughs", fallthroughs, "matureTasks", matureTasks);
        atMost("refusals", refusals, "matureTasks", matureTasks);
        atMost("technical.n", technical.n(), "matureTasks", matureTasks);
        atMost("tasksWithFeedback", tasksWithFeedback, "tasks", tasks);
        atMost("outcomeTasks", outcomeTasks, "tasks", tasks);
        atMost("outcomesKnown", outcomesKnown, "outcomeTasks", outcomeTasks);
        atMost("feedback.n", feedback.n(), "outcomesKnown", outcomesKnown);
        if (!(outcomeSum >= 0 && outcomeSum <= outcomesKnown)) {
            throw new IllegalArgumentException(
                    "outcomeSum must be 0 to outcomesKnown: outcomeSum=" + outcomeSum + " known=" + outcomesKnown);
        }
    }

    private static void atMost(String name, long value, String limitName, long limit) {
        if (value < 0 || value > limit) {
            throw new IllegalArgumentException(
                    name + " must be 0 to " + limitName + ": " + name + "=" + value + " " + limitName + "=" + limit);
        }
    }

    /** Dollars of all mature tasks with a known cost. */
    public Moments costUsd() {
        return cost.y().merge(costUnsized);
    }
}
