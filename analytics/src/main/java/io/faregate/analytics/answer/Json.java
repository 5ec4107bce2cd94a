package io.faregate.analytics.answer;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.row.PicoUsd;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Trees of JSON whose decimals keep their digits and are never written with an exponent. Safe for many threads. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true)
            .build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Json() {}

    /** An empty object. */
    public static ObjectNode object() {
        return NODES.objectNode();
    }

    /** An empty list. */
    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    /** Money as dollars. */
    public static JsonNode usd(BigInteger picoUsd) {
        return NODES.numberNode(PicoUsd.dollars(picoUsd));
    }

    /** Money as dollars, null when unknown. */
    public static JsonNode usd(@Nullable Long picoUsd) {
        return picoUsd == null ? NODES.nullNode() : NODES.numberNode(PicoUsd.dollars(picoUsd));
    }

    /** A figure; null stays null. */
    public static JsonNode number(@Nullable Double value) {
        if (value == null) {
            return NODES.nullNode();
        }
        BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
        return NODES.numberNode(exact.scale() < 0 ? exact.setScale(0) : exact);
    }

    /** A text; null stays null. */
    public static JsonNode text(@Nullable String value) {
        return value == null ? NODES.nullNode() : NODES.textNode(value);
    }

    /** The tree of a text that is JSON; null stays null. */
    public static JsonNode parse(@Nullable String json) {
        if (json == null) {
            return NODES.nullNode();
        }
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The tree as one line of text. */
    public static String print(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
