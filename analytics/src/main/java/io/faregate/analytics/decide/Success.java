package io.faregate.analytics.decide;

import io.faregate.analytics.stats.CoMoments;

/**
 * One arm's successes under a settled mode. Immutable.
 *
 * @param sum outcomes added up
 * @param tasks tasks they are of
 * @param costAndOutcome y = dollars, x = outcome, of those with a known cost
 */
record Success(double sum, long tasks, CoMoments costAndOutcome) {
    private static final long FEEDBACK_ENOUGH = 20;

    static Success of(ArmSummary arm, OutcomeMode mode) {
        return switch (mode) {
            case FEEDBACK -> new Success(arm.outcomeSum(), arm.outcomesKnown(), arm.feedback());
            case MISSING_IS_FAILURE ->
                new Success(
                        arm.outcomeSum(),
                        arm.outcomeTasks(),
                        arm.feedback().merge(CoMoments.constantX(arm.costWithoutOutcome(), 0)));
            case TECHNICAL -> new Success(arm.matureTasks() - arm.errors(), arm.matureTasks(), arm.technical());
            case AUTO -> throw new IllegalArgumentException("auto is not a settled mode");
        };
    }

    /** The mode in force: the policy's, the one fixed before, or what the feedback so far suggests. */
    static OutcomeMode mode(Policy policy, EpochState state, EpochSummary epoch) {
        if (policy.mode() != OutcomeMode.AUTO) {
            return policy.mode();
        }
        OutcomeMode fixed = state.mode();
        if (fixed != null) {
            return fixed;
        }
        return epoch.primary().tasksWithFeedback() >= FEEDBACK_ENOUGH
                        && epoch.challenger().tasksWithFeedback() >= FEEDBACK_ENOUGH
                ? OutcomeMode.FEEDBACK
                : OutcomeMode.TECHNICAL;
    }

    double failures() {
        return tasks - sum;
    }
}
