package io.faregate.analytics.row;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Every field of schema 1 of the usage row, over all its types, in the order of the table columns. The contract is the
 * router's {@code usage-row.v1.schema.json}; a field that is not here is ignored when read.
 */
public enum Field {
    SCHEMA(Kind.COUNT, "cfd"),
    ROW_ID(Kind.TEXT, "cfd"),
    TS(Kind.TIME, "cfd"),
    ENDED_AT(Kind.TIME, "c"),
    INSTANCE(Kind.TEXT, "cfd"),
    REQUEST_ID(Kind.TEXT, "c"),
    TASK_ID(Kind.TEXT, "cf"),
    TASK_GIVEN(Kind.FLAG, "c"),
    KEY(Kind.TEXT, "cf"),
    ROUTE(Kind.TEXT, "cd"),
    EXPERIMENT(Kind.TEXT, "cd"),
    ARM(Kind.TEXT, "c"),
    SHARE(Kind.NUMBER, "c"),
    ASSIGNED_TARGET(Kind.TEXT, "c"),
    EPOCH_KEY(Kind.TEXT, "c"),
    SURFACE(Kind.TEXT, "c"),
    NEEDS(Kind.JSON, "c"),
    REQUESTED_MODEL(Kind.TEXT, "c"),
    TARGET(Kind.TEXT, "c"),
    PROVIDER(Kind.TEXT, "c"),
    MODEL(Kind.TEXT, "c"),
    STREAM(Kind.FLAG, "c"),
    STATUS(Kind.COUNT, "c"),
    OUTCOME(Kind.TEXT, "c"),
    ERROR_CODE(Kind.TEXT, "c"),
    INPUT_TOKENS(Kind.COUNT, "c"),
    CACHED_INPUT_TOKENS(Kind.COUNT, "c"),
    CACHE_WRITE_TOKENS(Kind.COUNT, "c"),
    CACHE_WRITE_1H_TOKENS(Kind.COUNT, "c"),
    OUTPUT_TOKENS(Kind.COUNT, "c"),
    REASONING_TOKENS(Kind.COUNT, "c"),
    AUDIO_INPUT_TOKENS(Kind.COUNT, "c"),
    AUDIO_OUTPUT_TOKENS(Kind.COUNT, "c"),
    UNITS(Kind.COUNT, "c"),
    SERVICE_TIER(Kind.TEXT, "c"),
    USAGE_SOURCE(Kind.TEXT, "c"),
    ESTIMATED_INPUT_TOKENS(Kind.COUNT, "c"),
    ASKED_OUTPUT_TOKENS(Kind.COUNT, "c"),
    SET_MAX_TOKENS(Kind.COUNT, "c"),
    COST_USD(Kind.MONEY, "c"),
    CHARGED_USD(Kind.MONEY, "c"),
    PROVIDER_COST_USD(Kind.MONEY, "c"),
    PRICE_VERSION(Kind.TEXT, "c"),
    LATENCY_MS(Kind.NUMBER, "c"),
    FIRST_TOKEN_MS(Kind.NUMBER, "c"),
    FALLTHROUGH(Kind.FLAG, "c"),
    ATTEMPTS(Kind.JSON, "c"),
    SKIPPED(Kind.JSON, "c"),
    DAY_TOTAL_USD(Kind.MONEY, "c"),
    ROUTER_VERSION(Kind.TEXT, "c"),
    SUCCESS(Kind.FLAG, "f"),
    SCORE(Kind.NUMBER, "f"),
    FINAL(Kind.FLAG, "f"),
    EPOCH(Kind.COUNT, "d"),
    VERDICT(Kind.TEXT, "d"),
    ACTION(Kind.TEXT, "d"),
    ACTOR(Kind.TEXT, "d"),
    REASONS(Kind.JSON, "d"),
    BEFORE(Kind.JSON, "d"),
    AFTER(Kind.JSON, "d");

    private static final Map<String, Field> BY_JSON_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Field::jsonName, f -> f));

    private final Kind kind;
    private final String types;
    private final String jsonName;

    Field(Kind kind, String types) {
        this.kind = kind;
        this.types = types;
        this.jsonName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What it holds. */
    public Kind kind() {
        return kind;
    }

    /** Its name in a row. */
    public String jsonName() {
        return jsonName;
    }

    /** The field of that name in a row; null if schema 1 has none. */
    public static @Nullable Field named(String jsonName) {
        return BY_JSON_NAME.get(jsonName);
    }

    /** The fields that a row of this type carries, in column order. */
    public static List<Field> of(RowType type) {
        return Arrays.stream(values())
                .filter(f -> f.types.indexOf(type.mark()) >= 0)
                .toList();
    }
}
