package io.faregate.router.usage;

import java.util.Locale;

/** The names of a row's members, in the order they are written; each holds its bytes with the comma and the colon. */
enum Field {
    SCHEMA,
    TYPE,
    ROW_ID,
    TS,
    ENDED_AT,
    INSTANCE,
    REQUEST_ID,
    TASK_ID,
    TASK_GIVEN,
    KEY,
    ROUTE,
    EXPERIMENT,
    ARM,
    SHARE,
    ASSIGNED_TARGET,
    EPOCH_KEY,
    SURFACE,
    NEEDS,
    REQUESTED_MODEL,
    TARGET,
    PROVIDER,
    MODEL,
    STREAM,
    STATUS,
    OUTCOME,
    ERROR_CODE,
    INPUT_TOKENS,
    CACHED_INPUT_TOKENS,
    CACHE_WRITE_TOKENS,
    CACHE_WRITE_1H_TOKENS,
    OUTPUT_TOKENS,
    REASONING_TOKENS,
    AUDIO_INPUT_TOKENS,
    AUDIO_OUTPUT_TOKENS,
    UNITS,
    SERVICE_TIER,
    USAGE_SOURCE,
    ESTIMATED_INPUT_TOKENS,
    ASKED_OUTPUT_TOKENS,
    SET_MAX_TOKENS,
    COST_USD,
    CHARGED_USD,
    PROVIDER_COST_USD,
    PRICE_VERSION,
    LATENCY_MS,
    FIRST_TOKEN_MS,
    FALLTHROUGH,
    ATTEMPTS,
    SKIPPED,
    DAY_TOTAL_USD,
    ROUTER_VERSION,
    // attempts, besides those above
    RESULT,
    CLASS,
    REASON,
    ESTIMATED_COST_USD,
    CHANGED,
    PANIC,
    // feedback and decisions
    SUCCESS,
    SCORE,
    FINAL,
    EPOCH,
    VERDICT,
    ACTION,
    ACTOR,
    REASONS,
    BEFORE,
    AFTER;

    @SuppressWarnings("ImmutableEnumChecker") // handed out inside the package alone, and written by nobody
    private final byte[] member = JsonBytes.ascii(",\"" + name().toLowerCase(Locale.ROOT) + "\":");

    /** {@code ,"name":}. */
    byte[] member() {
        return member;
    }
}
