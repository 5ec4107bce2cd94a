package io.faregate.analytics.judge;

import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.EpochSummary;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import org.jspecify.annotations.Nullable;

/**
 * All that the rule was given, enough to ask it again, and what it found. Immutable.
 *
 * @param epoch the sums
 * @param policy what was asked of the canary
 * @param standing where the epoch stood in its experiment
 * @param state what earlier looks had settled
 * @param found what the rule said; null where the record does not hold it
 */
public record EvaluationRecord(
        EpochSummary epoch,
        Policy policy,
        Standing standing,
        EpochState state,
        @Nullable Finding found) {
    /** The record of a look. */
    static EvaluationRecord of(
            EpochSummary epoch, Policy policy, Standing standing, EpochState state, Evaluation evaluation) {
        return new EvaluationRecord(epoch, policy, standing, state, Finding.of(policy, standing, evaluation));
    }

    /** Asks the rule again. */
    Evaluation again() {
        return DecisionRule.evaluate(epoch, policy, standing, state);
    }
}
