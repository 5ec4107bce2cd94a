package io.faregate.router.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RestartKeysTest {
    private static RouterConfig config(String text) throws ConfigException {
        return Loaded.setup(Map.of("FAREGATE_ADMIN_KEY", "a", "GROQ_API_KEY", "g"), text)
                .config();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: { host: localhost }                   | server.host",
                "server: { port: 8099 }                        | server.port",
                "usage: { dir: elsewhere }                     | usage.dir",
                "usage: { stdout: true }                       | usage.stdout",
                "shared: { redis: 'redis://127.0.0.1:1' }      | shared.redis",
                "budgets: { time_zone: Europe/Berlin }         | budgets.time_zone",
                "telemetry: { sample_ratio: 0.5 }              | telemetry.sample_ratio",
                "telemetry: { otlp_endpoint: 'http://h:1/v1' } | telemetry.otlp_endpoint",
                "telemetry: { genai_semconv: v1.41 }           | telemetry.genai_semconv",
                "analytics: { port: 9 }                        | analytics.port",
                "analytics: { url: 'http://h:1' }              | analytics.url",
                "analytics: { host: localhost }                | analytics.host",
                "analytics: { database: d }                    | analytics.database",
                "analytics: { admin_key_env: OTHER }           | analytics.admin_key_env",
            })
    void whatIsReadOnceIsNamed(String text, String keys) throws ConfigException {
        assertThat(RestartKeys.changed(config(""), config(text))).isEqualTo(List.of(keys.split(",")));
    }

    @Test
    void whatIsTakenUpAtOnceIsNot() throws ConfigException {
        String text = """
                server: { drain: 1s, max_body_bytes: 1000 }
                budgets: { daily_usd: 1 }
                strategy: { mode: fallback }
                targets: [ { virtual_key: groq, model: llama-3.1-8b-instant } ]
                routes: { r: { targets: [groq] } }
                backoff: { rpm: 1s }
                analytics: { window: 2h, alpha: 0.01, keep_days: 3, webhooks: [ 'http://h/x' ], routers: [ 'http://h:1' ] }
                """;

        assertThat(RestartKeys.changed(config(""), config(text))).isEmpty();
    }
}
