package io.faregate.router.cost;

import org.jspecify.annotations.Nullable;

/**
 * What a provider says it counted, in one vocabulary: totals first, the others are parts of their totals. Immutable.
 *
 * @param inputTokens the whole prompt, cached and written parts included, or {@link #UNKNOWN}
 * @param outputTokens the whole answer, reasoning included, or {@link #UNKNOWN}
 * @param cacheWriteTokens part of the input, for whatever lifetime
 * @param cacheWrite1hTokens part of {@code cacheWriteTokens}, for the long lifetime
 * @param imageInputTokens part of the input; the others likewise
 * @param serviceTier the tier that served it, or null
 * @param providerCostPicoUsd the cost the provider claims, or {@link #UNKNOWN}
 */
public record Usage(
        long inputTokens,
        long cachedInputTokens,
        long cacheWriteTokens,
        long cacheWrite1hTokens,
        long audioInputTokens,
        long imageInputTokens,
        long outputTokens,
        long reasoningTokens,
        long audioOutputTokens,
        long imageOutputTokens,
        @Nullable String serviceTier,
        long providerCostPicoUsd) {
    /** A number that was not told. */
    public static final long UNKNOWN = -1;

    /** Plain totals without parts. */
    public static Usage of(long inputTokens, long outputTokens) {
        return new Usage(inputTokens, 0, 0, 0, 0, 0, outputTokens, 0, 0, 0, null, UNKNOWN);
    }

    /** The same with that output. */
    public Usage withOutput(long tokens) {
        return new Usage(
                inputTokens,
                cachedInputTokens,
                cacheWriteTokens,
                cacheWrite1hTokens,
                audioInputTokens,
                imageInputTokens,
                tokens,
                reasoningTokens,
                audioOutputTokens,
                imageOutputTokens,
                serviceTier,
                providerCostPicoUsd);
    }

    /** Whether both totals are known, so that a price can be applied. */
    public boolean complete() {
        return inputTokens >= 0 && outputTokens >= 0;
    }
}
