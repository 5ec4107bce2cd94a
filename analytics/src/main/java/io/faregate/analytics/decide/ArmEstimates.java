package io.faregate.analytics.decide;

/**
 * The figures of one arm, over its mature tasks. Immutable.
 *
 * @param costPerTaskUsd mean dollars a task
 * @param costPerSuccessUsd dollars a successful task
 * @param successRate mean outcome under the mode in force
 * @param errorRate share of tasks with an error
 * @param fallthroughRate share of tasks that fell through
 * @param refusalRate share of tasks with a refusal
 * @param latencyP50Millis median latency of a task's first request
 * @param latencyP95Millis 95th percentile of the same
 * @param effectiveTasks (sum y)² / sum y² of the cost
 * @param worstCaseSuccess success when the missing outcomes go against the challenger: 0 there, 1 in the primary
 */
public record ArmEstimates(
        Estimate costPerTaskUsd,
        Estimate costPerSuccessUsd,
        Estimate successRate,
        Estimate errorRate,
        Estimate fallthroughRate,
        Estimate refusalRate,
        Estimate latencyP50Millis,
        Estimate latencyP95Millis,
        double effectiveTasks,
        Estimate worstCaseSuccess) {}
