package io.faregate.router.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** JSON of the admin surface: exact numbers both ways. */
final class AdminJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private AdminJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** An object as text; unlike its own, with numbers as people write them. */
    static String write(ObjectNode object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of ours that is no JSON", e);
        }
    }

    /** An object that we wrote ourselves. */
    static ObjectNode parse(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new IllegalStateException("an answer of ours that is no JSON", e);
        }
    }

    /** The object in a body; an empty body is an empty one. */
    static ObjectNode read(byte[] body) throws ChangeRefused {
        if (body.length == 0) {
            return object();
        }
        try {
            if (MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new ChangeRefused(400, "The body is not JSON, or names a member twice.");
        }
        throw new ChangeRefused(400, "The body is not a JSON object.");
    }
}
