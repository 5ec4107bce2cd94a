package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * What earlier evaluations of the same epoch settled for good. Immutable; each evaluation returns the next one.
 *
 * @param latched the verdict that stands, null while none does
 * @param sampleRatioAlarm whether the split was ever found broken
 * @param mode what counts as success, once fixed; null before
 * @param adjusted whether the cost is adjusted for prompt size, once fixed; null before
 */
public record EpochState(
        @Nullable Verdict latched,
        boolean sampleRatioAlarm,
        @Nullable OutcomeMode mode,
        @Nullable Boolean adjusted) {
    /** Nothing settled yet. */
    public static final EpochState NEW = new EpochState(null, false, null, null);

    /** Refuses a verdict that does not latch and a mode that is not settled. */
    public EpochState {
        if (latched != null && !latched.latches()) {
            throw new IllegalArgumentException("this verdict does not latch: " + latched);
        }
        if (mode == OutcomeMode.AUTO) {
            throw new IllegalArgumentException("auto is not a settled mode");
        }
    }
}
