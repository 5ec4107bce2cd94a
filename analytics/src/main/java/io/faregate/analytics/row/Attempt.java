package io.faregate.analytics.row;

import org.jspecify.annotations.Nullable;

/** What one real call upstream cost, as far as the costs by model, target and provider need it. */
public record Attempt(
        @Nullable String target,
        @Nullable String provider,
        @Nullable String model,
        @Nullable Long costPicoUsd,
        @Nullable Long inputTokens,
        @Nullable Long outputTokens) {}
