package io.faregate.analytics.decide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything one look at an epoch says. Immutable, and a pure function of the summary, the policy, the standing and the
 * state before: stored with these, it can be made again.
 *
 * @param verdict what to do
 * @param reasons why, the bound in every sentence; never empty
 * @param missing what a promotion still lacks, empty when promoted
 * @param warnings what a person should look at, without weight in the decision
 * @param mode what counted as success
 * @param relativeCost challenger's cost against the primary's, minus 1; bounds at the risk of a promotion
 * @param stressHigh the upper bound after the tail stress, null when there is none
 * @param relativeCostPerSuccess the same for cost per successful task; shown only
 * @param evidenceCheaper e-value against "not cheaper at all", null when it cannot be said
 * @param statements what a promotion needs, one row each
 * @param gates burn-in and age
 * @param split the sample ratio
 * @param retries earlier tries that halved the risk
 * @param stepReady whether a ramp may take its next step: min_days, 100 mature tasks an arm, no alarm, no breach
 * @param primary figures of the primary arm
 * @param challenger figures of the challenger arm
 * @param bounds the bounds that the rule looked at
 * @param state what the next evaluation of this epoch starts from
 */
public record Evaluation(
        Verdict verdict,
        List<String> reasons,
        List<String> missing,
        List<String> warnings,
        OutcomeMode mode,
        Estimate relativeCost,
        @Nullable Double stressHigh,
        Estimate relativeCostPerSuccess,
        @Nullable Double evidenceCheaper,
        List<Statement> statements,
        Gates gates,
        SplitCheck split,
        int retries,
        boolean stepReady,
        ArmEstimates primary,
        ArmEstimates challenger,
        Bounds bounds,
        EpochState state) {

    /** Copies the lists. */
    public Evaluation {
        reasons = List.copyOf(reasons);
        missing = List.copyOf(missing);
        warnings = List.copyOf(warnings);
        statements = List.copyOf(statements);
    }
}
