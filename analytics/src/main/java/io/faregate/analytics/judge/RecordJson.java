package io.faregate.analytics.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.row.PicoUsd;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Records as JSON and back, exactly: doubles keep all their digits, durations are ISO 8601, and the cap of a task is in
 * dollars, as it was from the first on: what tells a configuration is made of this text. Safe for many threads.
 */
final class RecordJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule()
                    .addSerializer(Duration.class, new AsText())
                    .addDeserializer(Duration.class, new FromText()))
            .addMixIn(Policy.class, StoredPolicy.class)
            .build();

    private RecordJson() {}

    static String print(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    static EpochState state(String json) {
        return read(json, EpochState.class);
    }

    static EvaluationRecord record(String json) {
        return read(json, EvaluationRecord.class);
    }

    /** A record's members by names as answers spell them; numbers without an exponent. */
    static ObjectNode named(Object value) {
        ObjectNode tree = MAPPER.createObjectNode();
        MAPPER.valueToTree(value).properties().forEach(member -> {
            JsonNode node = member.getValue();
            if (node.isDouble()) {
                tree.put(snake(member.getKey()), BigDecimal.valueOf(node.doubleValue()));
            } else {
                tree.set(snake(member.getKey()), node);
            }
        });
        return tree;
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored record cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    /** How a policy is stored where that differs from how it is held. */
    private interface StoredPolicy {
        @JsonProperty("taskCapUsd")
        @JsonSerialize(using = AsUsd.class)
        @JsonDeserialize(using = FromUsd.class)
        @Nullable
        Long taskCapPicoUsd();
    }

    private static final class AsUsd extends JsonSerializer<Long> {
        @Override
        public void serialize(Long picoUsd, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeNumber(PicoUsd.dollars(picoUsd).doubleValue());
        }
    }

    private static final class FromUsd extends JsonDeserializer<Long> {
        @Override
        public Long deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            try {
                return PicoUsd.parse(parser.getText());
            } catch (IllegalArgumentException e) {
                return (Long) context.handleWeirdStringValue(Long.class, parser.getText(), "%s", e.getMessage());
            }
        }
    }

    private static final class AsText extends JsonSerializer<Duration> {
        @Override
        public void serialize(Duration value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(value.toString());
        }
    }

    private static final class FromText extends JsonDeserializer<Duration> {
        @Override
        public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Duration.parse(parser.getText());
        }
    }
}
