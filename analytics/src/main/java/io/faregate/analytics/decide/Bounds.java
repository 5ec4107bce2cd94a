package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * The bounds that the rule compares with the policy: differences of rates, relative costs minus 1, ratios of p95; null
 * where nothing can be said, which proves nothing and breaks nothing. Immutable.
 *
 * @param costUpper upper bound of the relative cost with tail stress, at the promotion's risk
 * @param costLower lower bound of the relative cost, at the promotion's risk
 * @param successLower lower bound of the change of success
 * @param errorUpper upper bound of the change of errors
 * @param fallthroughUpper upper bound of the change of fall-through
 * @param latencyRatioLower lower bound of the p95 ratio, at the promotion's risk
 * @param latencyRatioUpper upper bound of the p95 ratio, at the promotion's risk
 * @param rollbackCostLower lower bound of the relative cost, at a guard's risk
 * @param rollbackSuccessUpper upper bound of the change of success, at a guard's risk
 * @param rollbackErrorLower lower bound of the change of errors, at a guard's risk
 * @param rollbackFallthroughLower lower bound of the change of fall-through, at a guard's risk
 * @param rollbackLatencyRatioLower lower bound of the p95 ratio, at a guard's risk
 * @param exactSuccess whether the exact test finds success beyond its margin
 * @param exactError whether the exact test finds errors beyond their margin
 * @param exactFallthrough whether the exact test finds fall-through beyond its margin
 */
public record Bounds(
        @Nullable Double costUpper,
        @Nullable Double costLower,
        @Nullable Double successLower,
        @Nullable Double errorUpper,
        @Nullable Double fallthroughUpper,
        @Nullable Double latencyRatioLower,
        @Nullable Double latencyRatioUpper,
        @Nullable Double rollbackCostLower,
        @Nullable Double rollbackSuccessUpper,
        @Nullable Double rollbackErrorLower,
        @Nullable Double rollbackFallthroughLower,
        @Nullable Double rollbackLatencyRatioLower,
        boolean exactSuccess,
        boolean exactError,
        boolean exactFallthrough) {}
