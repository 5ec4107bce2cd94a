package io.faregate.bench.sim;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One simulated model. Immutable.
 *
 * @param name the model's name on the wire
 * @param provider the path prefix it is served under, besides the common {@code /v1}
 * @param latencyMillis time from the request to the answer's head
 * @param chunkGapMillis time between two chunks of a stream
 * @param outputTokens length of an answer
 * @param tokensPerChunk how many tokens one chunk of a stream carries
 * @param faults probability of each failure; their sum is at most 1
 * @param retryAfterSeconds what a 429 tells
 * @param cachedShare part of the prompt that is reported as read from the cache
 * @param quality probability that an agent is content with a task done by this model
 */
public record ModelSettings(
        String name,
        String provider,
        Spread latencyMillis,
        long chunkGapMillis,
        Spread outputTokens,
        int tokensPerChunk,
        Map<Fault, Double> faults,
        int retryAfterSeconds,
        double cachedShare,
        double quality) {
    /** Refuses values out of range. */
    public ModelSettings {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a model needs a name");
        }
        if (chunkGapMillis < 0 || tokensPerChunk < 1 || retryAfterSeconds < 0) {
            throw new IllegalArgumentException(
                    name + ": chunk_gap_ms and retry_after_s are at least 0," + " tokens_per_chunk at least 1");
        }
        share(name, "cached_share", cachedShare);
        share(name, "quality", quality);
        double sum = 0;
        for (Map.Entry<Fault, Double> fault : faults.entrySet()) {
            share(name, fault.getKey().key(), fault.getValue());
            sum += fault.getValue();
        }
        share(name, "sum of failures", sum);
        faults = Map.copyOf(faults);
    }

    /** From a settings file; what is left out is an instant, faultless model of 64 tokens. */
    @JsonCreator
    static ModelSettings of(
            @JsonProperty(value = "name", required = true) String name,
            @JsonProperty("provider") @Nullable String provider,
            @JsonProperty("latency_ms") @Nullable Spread latencyMillis,
            @JsonProperty("chunk_gap_ms") @Nullable Long chunkGapMillis,
            @JsonProperty("output_tokens") @Nullable Spread outputTokens,
            @JsonProperty("tokens_per_chunk") @Nullable Integer tokensPerChunk,
            @JsonProperty("failures") @Nullable Map<String, Double> failures,
            @JsonProperty("retry_after_s") @Nullable Integer retryAfterSeconds,
            @JsonProperty("cached_share") @Nullable Double cachedShare,
            @JsonProperty("quality") @Nullable Double quality) {
        Map<Fault, Double> faults = new EnumMap<>(Fault.class);
        if (failures != null) {
            failures.forEach((key, rate) -> faults.put(Fault.ofKey(key), rate));
        }
        return new ModelSettings(
                name,
                provider == null ? "sim" : provider,
                latencyMillis == null ? Spread.fixed(0) : latencyMillis,
                chunkGapMillis == null ? 0 : chunkGapMillis,
                outputTokens == null ? Spread.fixed(64) : outputTokens,
                tokensPerChunk == null ? 1 : tokensPerChunk,
                faults,
                retryAfterSeconds == null ? 1 : retryAfterSeconds,
                cachedShare == null ? 0 : cachedShare,
                quality == null ? 1 : quality);
    }

    private static void share(String name, String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + ": " + what + "=" + value + ", expected 0 to 1");
        }
    }
}
