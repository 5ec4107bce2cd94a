package io.faregate.router.server;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.money.PicoUsd;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON of the pages, off the hot path: exact numbers both ways, a key given twice is a fault. */
final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The object in a body, or null when it is none. An empty body is an empty object. */
    static @Nullable ObjectNode read(byte[] body) {
        if (body.length == 0) {
            return object();
        }
        try {
            JsonNode node = MAPPER.readTree(body);
            return node instanceof ObjectNode object ? object : null;
        } catch (IOException e) {
            return null;
        }
    }

    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of ours that is no JSON", e);
        }
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Dollars as a plain decimal number; null when unknown. */
    static @Nullable BigDecimal usd(long picoUsd) {
        return picoUsd < 0 ? null : new BigDecimal(PicoUsd.print(picoUsd));
    }
}
