package io.faregate.router.server;

import io.faregate.router.cost.Usage;
import io.faregate.router.telemetry.GenAiNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/** The tokens of one model, by the names of either version of the conventions. Confined to its event loop. */
final class TokenMeters {
    private static final String[] PARTS = {
        GenAiNames.INPUT, GenAiNames.OUTPUT, GenAiNames.CACHE_READ, GenAiNames.CACHE_WRITE, GenAiNames.REASONING
    };

    private final MeterRegistry registry;
    private final GenAiNames names;
    private final Tags tags;
    private final @Nullable Counter[] sums = new Counter[PARTS.length];
    private final @Nullable DistributionSummary[] calls = new DistributionSummary[2];

    TokenMeters(MeterRegistry registry, GenAiNames names, String operation, String provider, String model) {
        this.registry = registry;
        this.names = names;
        this.tags = Tags.of(
                GenAiNames.OPERATION, operation, GenAiNames.PROVIDER, provider, GenAiNames.REQUEST_MODEL, model);
    }

    /** One call has used so much. */
    void used(Usage usage) {
        call(0, usage.inputTokens());
        call(1, usage.outputTokens());
        if (!names.tokensByType()) {
            sum(0, usage.inputTokens());
            sum(1, usage.outputTokens());
            sum(2, usage.cachedInputTokens());
            sum(3, usage.cacheWriteTokens());
            sum(4, usage.reasoningTokens());
        }
    }

    private void call(int part, long tokens) {
        if (tokens >= 0) {
            DistributionSummary summary = calls[part];
            if (summary == null) {
                summary = summary(part);
                calls[part] = summary;
            }
            summary.record((double) tokens);
        }
    }

    private DistributionSummary summary(int part) {
        boolean byType = names.tokensByType();
        return DistributionSummary.builder(byType ? GenAiNames.TOKEN_USAGE : GenAiNames.TOKENS_A_CALL + PARTS[part])
                .description("Tokens a call")
                .serviceLevelObjectives(GenAiNames.tokenBuckets())
                .tags(byType ? tags.and(GenAiNames.TOKEN_TYPE, part == 0 ? "input" : "output") : tags)
                .register(registry);
    }

    private void sum(int part, long tokens) {
        if (tokens > 0) {
            Counter counter = sums[part];
            if (counter == null) {
                counter = Counter.builder(GenAiNames.USAGE + PARTS[part])
                        .description("Tokens of all calls")
                        .tags(tags)
                        .register(registry);
                sums[part] = counter;
            }
            counter.increment((double) tokens);
        }
    }
}
