package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LogSetupTest {
    private static final Map<String, String> SECRETS = Map.of(
            "OPENAI_API_KEY", "a secret of ours",
            "GEMINI_API_KEY_3", "the-third-slot",
            "GITHUB_MODELS_TOKEN", "the-third-slot-and-more",
            "FAREGATE_LOG_FORMAT", "json");
    private final LoggerContext loggers = new LoggerContext();

    @BeforeEach
    void makeComplete() {
        loggers.setMDCAdapter(new LogbackMDCAdapter());
    }

    private String line(Map<String, String> variables, String message, @Nullable Throwable failure) {
        ILoggingEvent event =
                new LoggingEvent("x", loggers.getLogger("io.faregate.Some"), Level.WARN, message, failure, null);
        return new String(LogSetup.encoder(loggers, variables).encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void aJsonLineIsOneObjectWithFixedNames() throws Exception {
        String line = line(Map.of("FAREGATE_LOG_FORMAT", "json"), "two\nlines \"here\"", null);

        assertThat(line.strip()).doesNotContain("\n");
        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("timestamp", "message", "logger", "thread", "level");
        assertThat(json.path("message").asText()).isEqualTo("two\nlines \"here\"");
        assertThat(json.path("level").asText()).isEqualTo("WARN");
        assertThat(json.path("timestamp").asText()).endsWith("Z");
    }

    @Test
    void aJsonLineTellsTheTraceThatItBelongsTo() throws Exception {
        LoggingEvent event = new LoggingEvent("x", loggers.getLogger("x"), Level.WARN, "hello", null, null);
        event.setMDCPropertyMap(Map.of("trace_id", "0af7", "span_id", "b7ad"));

        JsonNode json = new ObjectMapper()
                .readTree(LogSetup.encoder(loggers, Map.of("FAREGATE_LOG_FORMAT", "json"))
                        .encode(event));

        assertThat(json.path("trace_id").asText()).isEqualTo("0af7");
        assertThat(json.path("span_id").asText()).isEqualTo("b7ad");
    }

    @Test
    void linesForPeopleAreTheUsualOnes() {
        assertThat(line(Map.of(), "hello", null)).matches("\\S+Z WARN  Some - hello\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "text"})
    void noSecretOfTheEnvironmentGetsOut(String format) {
        Map<String, String> variables = new HashMap<>(SECRETS);
        variables.put("FAREGATE_LOG_FORMAT", format);
        Throwable failure = new IllegalStateException("refused: a secret of ours");

        String line = line(variables, "sent the-third-slot-and-more, the-third-slot and a secret of ours", failure);

        assertThat(line)
                .doesNotContain("a secret of ours", "the-third-slot", "and-more")
                .contains("sent [redacted], [redacted] and [redacted]");
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization: Bearer abc.def/ghi rest, Authorization: Bearer [redacted] rest",
        "x-api-key: abcdef rest, x-api-key: [redacted] rest",
        "key sk-proj-0123456789abcdef is bad, key [redacted] is bad",
        "key AIzaSyA0123456789abcdefghij is bad, key [redacted] is bad",
        "redis://user:pass@host:6379 failed, redis://[redacted]@host:6379 failed",
        "http://127.0.0.1:8080/v1 is fine, http://127.0.0.1:8080/v1 is fine",
        "a task-of-mine and key_env are words, a task-of-mine and key_env are words"
    })
    void whatLooksLikeACredentialIsTakenOut(String said, String logged) {
        assertThat(Redaction.of(Map.of()).redact(said)).isEqualTo(logged);
    }
}
