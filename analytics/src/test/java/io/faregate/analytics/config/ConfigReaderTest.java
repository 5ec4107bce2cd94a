package io.faregate.analytics.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.analytics.decide.OutcomeMode;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
    @Test
    void takesTheDefaultsWhereNothingIsWritten() throws ConfigFaults {
        AnalyticsConfig config = read("", Map.of());
        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.port()).isEqualTo(8081);
        assertThat(config.database()).isEqualTo(Path.of("data/analytics.duckdb"));
        assertThat(config.usageDir()).isEqualTo(Path.of("data/usage"));
        assertThat(config.canaries().policy()).isEqualTo(Policy.DEFAULT);
        assertThat(config.canaries().routes()).isEmpty();
        assertThat(config.adminKey()).isNull();
    }

    @Test
    void readsItsOwnSectionAndTheCanariesAndPassesOverTheRest() throws ConfigFaults {
        AnalyticsConfig config =
                read("""
                server: { port: not even a port, unknown: 1 }
                targets: { strange: true }
                usage: { dir: "${WHERE}/rows", stdout: false }
                budgets: { per_task_usd: 1.5 }
                analytics:
                  port: 9
                  window: 250ms
                  outcome_window: 24h
                  mode: feedback
                  min_days: 0
                  margins: { success: 0 }
                routes:
                  plain: { targets: [a] }
                  agent:
                    targets: [a, b]
                    budgets: { per_task_usd: 0.5 }
                    canary: { challenger: c, percent: 0.5, experiment: w48, promotion: auto, ramp: [1, 5], policy: { min_saving: 0.1 } }
                """, Map.of("WHERE", "/tmp/x", "FAREGATE_ANALYTICS_PORT", "0", "FAREGATE_DATA_DIR", "/base"));
        assertThat(config.port()).isZero();
        assertThat(config.usageDir()).isEqualTo(Path.of("/tmp/x/rows"));
        assertThat(config.database()).isEqualTo(Path.of("/base/data/analytics.duckdb"));
        assertThat(config.canaries().policy().window()).isEqualTo(Duration.ofMillis(250));
        assertThat(config.canaries().policy().mode()).isEqualTo(OutcomeMode.FEEDBACK);
        assertThat(config.canaries().policy().minDays()).isZero();
        assertThat(config.canaries().policy().margins()).isEqualTo(new Policy.Margins(0, 0.01, 0.02, 0.25));
        assertThat(config.canaries().policy().taskCapPicoUsd()).isEqualTo(1_500_000_000_000L);
        assertThat(config.canaries().routes()).containsOnlyKeys("agent");
        CanaryRoute agent = requireNonNull(config.canaries().routes().get("agent"));
        assertThat(agent.targets()).containsExactly("a", "b");
        assertThat(agent.percent()).isEqualTo(0.5);
        assertThat(agent.auto()).isTrue();
        assertThat(agent.ramp()).isEqualTo(new Ramp(List.of(1.0, 5.0)));
        assertThat(agent.policy().minSaving()).isEqualTo(0.1);
        assertThat(agent.policy().window()).isEqualTo(Duration.ofMillis(250));
        assertThat(agent.policy().taskCapPicoUsd()).isEqualTo(500_000_000_000L);
    }

    @Test
    void aTaskIsBoundedByTheSmallestBudgetThatAppliesToEveryKey() throws ConfigFaults {
        String file = """
                budgets: { per_task_usd: 2 }
                auth:
                  keys:
                    - { name: a, key_env: A, routes: [r, s], budgets: { per_task_usd: 0.5 } }
                    - { name: b, key_env: B, routes: [r], budgets: { per_task_usd: 1.25 } }
                    - { name: c, key_env: C, routes: [s] }
                routes:
                  r: { targets: [a], canary: { challenger: c, experiment: e } }
                  s: { targets: [a], canary: { challenger: c, experiment: e } }
                  t: { targets: [a], budgets: { per_task_usd: 3 }, canary: { challenger: c, experiment: e } }
                """;
        AnalyticsConfig config = read(file, Map.of());
        assertThat(config.canaries().policy("r").taskCapPicoUsd())
                .as("the larger of both keys")
                .isEqualTo(1_250_000_000_000L);
        assertThat(config.canaries().policy("s").taskCapPicoUsd())
                .as("one key has none")
                .isEqualTo(2_000_000_000_000L);
        assertThat(config.canaries().policy("t").taskCapPicoUsd())
                .as("no key may use it")
                .isEqualTo(2_000_000_000_000L);
        assertThat(config.canaries().policy("unknown").taskCapPicoUsd()).isEqualTo(2_000_000_000_000L);
    }

    @Test
    void readsJsonToo() throws ConfigFaults {
        assertThat(read("{\"analytics\": {\"port\": 7}}", Map.of()).port()).isEqualTo(7);
    }

    @Test
    void tellsAllFaultsAtOnceWithTheirPlace() {
        assertThatThrownBy(() -> read("""
                        analytics:
                          port: 70000
                          colour: red
                          alpha: 2
                          mode: guess
                          window: 2 parsecs
                          database: ${NOWHERE}/x
                          routers: [ "ftp://x" ]
                        routes:
                          agent: { canary: { policy: { min_savings: 1 } } }
                        """, Map.of()))
                .isInstanceOf(ConfigFaults.class)
                .message()
                .satisfies(text -> assertThat(text.split("\n"))
                        .containsExactlyInAnyOrder(
                                "analytics.port (line 2): expected a whole number from 0 to 65535, found 70000",
                                "analytics.colour (line 3): unknown key",
                                "analytics.alpha (line 4): expected a number from 0.000000001 to 0.49, found 2",
                                "analytics.mode (line 5): expected one of auto, technical, feedback,"
                                        + " missing_is_failure, found \"guess\"",
                                "analytics.window (line 6): expected a duration such as 250ms, 20s, 10m or 1h,"
                                        + " found \"2 parsecs\"",
                                "analytics.database (line 7): the variable NOWHERE is not set",
                                "analytics.routers (line 8): expected an http or https address, found ftp://x",
                                "routes.agent.canary.policy.min_savings (line 10): unknown key"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                          |      | http://127.0.0.1:8080",
                "{}                                          | 8195 | http://127.0.0.1:8195",
                "server: { port: 8190 }                      |      | http://127.0.0.1:8190",
                "server: { port: 8190 }                      | 8195 | http://127.0.0.1:8195",
                "server: { port: '${P}' }                    |      | http://127.0.0.1:9191",
                "server: { host: 10.1.2.3, port: 8190 }      |      | http://10.1.2.3:8190",
                "server: { host: 0.0.0.0, port: 8190 }       |      | http://127.0.0.1:8190",
                "server: { host: '::' }                      |      | http://127.0.0.1:8080",
                "server: { host: '::1' }                     | 8195 | http://[::1]:8195",
                "server: { host: router.example }            |      | http://router.example:8080",
                "server: { port: 0 }                         |      | ``",
                "server: { port: 8190 }                      | 0    | ``",
            })
    void whereNoRouterIsNamedItIsThatOfTheSameFileAndEnvironment(String server, @Nullable String port, String expected)
            throws ConfigFaults {
        Map<String, String> environment = new HashMap<>(Map.of("P", "9191"));
        if (port != null) {
            environment.put("FAREGATE_ROUTER_PORT", port);
        }
        assertThat(read(server, environment).routers())
                .extracting(URI::toString)
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void whoIsNamedIsToldAndNobodyElse() throws ConfigFaults {
        String file = "analytics: { routers: [ \"https://a.example\" ] }\nserver: { port: 8190 }";
        assertThat(read(file, Map.of()).routers()).containsExactly(URI.create("https://a.example"));
        assertThat(read("analytics: { routers: [] }", Map.of()).routers()).isEmpty();
    }

    @Test
    void aRouterPortThatIsNoneIsAFault() {
        assertThatThrownBy(() -> read("", Map.of("FAREGATE_ROUTER_PORT", "x")))
                .hasMessage("FAREGATE_ROUTER_PORT: expected a port from 0 to 65535, found x");
    }

    @Test
    void refusesAnOutcomeWindowShorterThanTheWindow() {
        assertThatThrownBy(() -> read("analytics: { window: 2h, outcome_window: 1h }", Map.of()))
                .hasMessage("analytics.outcome_window (line 1): outcome_window must not be shorter than window:"
                        + " PT1H < PT2H");
    }

    @Test
    void refusesAKeyGivenTwice() {
        assertThatThrownBy(() -> read("analytics: { port: 1 }\nanalytics: { port: 2 }", Map.of()))
                .isInstanceOf(ConfigFaults.class)
                .hasMessageContaining("analytics");
    }

    @Test
    void readsWebhooksWithAndWithoutASecretAndShowsNeitherItNorTheAddress() throws ConfigFaults {
        AnalyticsConfig config = read(
                "analytics: { webhooks: [ \"https://a.example/t0ken\", { url: \"http://b.example/x\", secret_env: S } ] }",
                Map.of("S", "s3cret"));
        assertThat(config.webhooks())
                .containsExactly(
                        new Webhook(URI.create("https://a.example/t0ken"), null),
                        new Webhook(URI.create("http://b.example/x"), "s3cret"));
        assertThat(config.webhooks())
                .hasToString("[Webhook[https://a.example/…], Webhook[http://b.example/…, signed]]");
    }

    @Test
    void refusesWebhooksThatAreNoneWithoutRepeatingThem() {
        assertThatThrownBy(() -> read(
                        "analytics: { webhooks: [ t0ken, { url: \"http://b\", secret_env: S }, { to: x } ] }",
                        Map.of()))
                .message()
                .satisfies(text -> assertThat(text.split("\n"))
                        .containsExactlyInAnyOrder(
                                "analytics.webhooks[0].url (line 1): expected an http or https address",
                                "analytics.webhooks[1].secret_env (line 1): the variable S is not set",
                                "analytics.webhooks[2].to (line 1): unknown key",
                                "analytics.webhooks[2].url (line 1): expected an http or https address"));
    }

    @Test
    void needsAKeyToServeBeyondThisMachine(@TempDir Path folder) throws IOException, ConfigFaults {
        String open = "analytics: { host: 0.0.0.0 }";
        assertThatThrownBy(() -> read(open, Map.of()))
                .hasMessageContaining("a host that is not loopback needs an admin key");
        Path secret = Files.writeString(folder.resolve("key"), "s3cret\n");
        AnalyticsConfig config = read(open, Map.of("FAREGATE_ADMIN_KEY_FILE", secret.toString()));
        assertThat(config.adminKey()).isEqualTo("s3cret");
        assertThat(config.toString()).doesNotContain("s3cret");
    }

    @Test
    void neverTakesABlankKey() {
        assertThatThrownBy(() -> read("", Map.of("FAREGATE_ADMIN_KEY", " ")))
                .hasMessage("FAREGATE_ADMIN_KEY: blank, or with space around it");
    }

    @Test
    void refusesAFileThatIsEmpty(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), " \n");
        assertThatThrownBy(() -> new ConfigReader(name -> null).read(file))
                .isInstanceOf(ConfigFaults.class)
                .hasMessageContaining("found an empty file, expected a configuration ({} sets nothing)");
    }

    private static AnalyticsConfig read(String text, Map<String, String> environment) throws ConfigFaults {
        return new ConfigReader(environment::get).parse(text);
    }
}
