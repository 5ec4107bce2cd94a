package io.faregate.router.telemetry;

import io.faregate.router.route.Surface;
import java.util.Map;

/**
 * The names of OpenTelemetry's semantic conventions for generative AI, the only place that spells those which differ
 * between versions. The conventions are in development: {@link #LATEST} follows the newest text, {@link #V1_41} the one
 * that most dashboards still read. Immutable.
 *
 * @param duration the metric of how long a call took, in seconds
 * @param firstChunk the metric of how long its first chunk took, in seconds
 * @param tokensByType whether tokens are one histogram by type, else counters of their own and two histograms
 * @param cacheWriteTokens the span's attribute of tokens written to a cache
 */
public record GenAiNames(String duration, String firstChunk, boolean tokensByType, String cacheWriteTokens) {
    /** The newest text. */
    public static final GenAiNames LATEST = new GenAiNames(
            "gen_ai.client.inference.duration",
            "gen_ai.client.inference.time_to_first_chunk",
            false,
            "gen_ai.usage.cache_write.input_tokens");

    /** As of version 1.41 of the conventions. */
    public static final GenAiNames V1_41 = new GenAiNames(
            "gen_ai.client.operation.duration",
            "gen_ai.client.operation.time_to_first_chunk",
            true,
            "gen_ai.usage.cache_creation.input_tokens");

    /** What a call does. This name and those that follow are the same in both versions. */
    public static final String OPERATION = "gen_ai.operation.name";

    /** The provider. */
    public static final String PROVIDER = "gen_ai.provider.name";

    /** The model that was asked for. */
    public static final String REQUEST_MODEL = "gen_ai.request.model";

    /** The answer's own name. */
    public static final String RESPONSE_ID = "gen_ai.response.id";

    /** Why each choice of the answer finished. */
    public static final String FINISH_REASONS = "gen_ai.response.finish_reasons";

    /** What went wrong, absent when nothing did. */
    public static final String ERROR_TYPE = "error.type";

    /** The one histogram of tokens in {@link #tokensByType}. */
    public static final String TOKEN_USAGE = "gen_ai.client.token.usage";

    /** Its label. */
    public static final String TOKEN_TYPE = "gen_ai.token.type";

    /** Counters of tokens, followed by which. */
    public static final String USAGE = "gen_ai.client.inference.usage.";

    /** Histograms of tokens a call, followed by which. */
    public static final String TOKENS_A_CALL = "gen_ai.client.inference.operation.";

    /** Tokens of prompts. */
    public static final String INPUT = "input_tokens";

    /** Tokens of answers. */
    public static final String OUTPUT = "output_tokens";

    /** Tokens of prompts that a cache had. */
    public static final String CACHE_READ = "cache_read.input_tokens";

    /** Tokens of prompts that a cache took. */
    public static final String CACHE_WRITE = "cache_write.input_tokens";

    /** Tokens of answers that were thoughts. */
    public static final String REASONING = "reasoning.output_tokens";

    private static final Map<String, String> PROVIDERS =
            Map.of("mistral", "mistral_ai", "xai", "x_ai", "gemini", "gcp.gemini");

    /** Upper bounds of durations in milliseconds: 10 ms, doubled up to 81.92 s. */
    public static long[] durationBucketsMillis() {
        long[] bounds = new long[14];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = 10L << i;
        }
        return bounds;
    }

    /** Upper bounds of token counts: powers of 4 up to 67,108,864. */
    public static double[] tokenBuckets() {
        double[] bounds = new double[14];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = 1L << (2 * i);
        }
        return bounds;
    }

    /** A provider's name as the conventions spell it. */
    public static String provider(String name) {
        return PROVIDERS.getOrDefault(name, name);
    }

    /** What a surface's calls do. */
    public static String operation(Surface surface) {
        return switch (surface) {
            case CHAT, RESPONSES, MESSAGES -> "chat";
            case COMPLETIONS -> "text_completion";
            case EMBEDDINGS -> "embeddings";
            case IMAGES, SPEECH, TRANSCRIPTIONS -> "generate_content";
        };
    }
}
