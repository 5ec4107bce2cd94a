package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * Whether tasks fall into the arms as configured. Immutable.
 *
 * @param expected the challenger's configured share, null when unknown
 * @param observed its share of the assigned tasks, null without tasks
 * @param logEvidence log of the e-value against the configured share; null when it cannot be said
 * @param alarm whether the evidence now, or ever in this epoch, reached 1,000 to 1
 */
public record SplitCheck(
        @Nullable Double expected,
        @Nullable Double observed,
        @Nullable Double logEvidence,
        boolean alarm) {}
