package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the dashboard and the alerts look at is in the scrape of a router that has seen a little of everything. */
final class ScrapeTest {
    private static final Path DEPLOY = Path.of("..", "scripts", "deploy");
    private static final Pattern METRIC = Pattern.compile("\\b(?:faregate|gen_ai)_[a-z0-9_]+(?=[\\[{)\\s]|$)");
    /** Counted only when a provider bills otherwise than we do. */
    private static final Set<String> RARE = Set.of("faregate_cost_drift_total");

    private static String scrape;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void seeALittleOfEverything() throws Exception {
        try (StubUpstream a = StubUpstream.start();
                StubUpstream b = StubUpstream.start()) {
            a.then(Answers.error(500, "x", "x"));
            b.then(Answers.stream()).then(Answers.whole());
            RouterProcess router = RouterProcess.start(
                    configuration(a, b),
                    Map.of(
                            "K", "key",
                            "ADMIN", "admin-key",
                            "FAREGATE_ROUTER_PORT", "0",
                            "FAREGATE_DATA_DIR", folder.toString()),
                    "1");
            try {
                int port = URI.create(router.url()).getPort();
                String body = "{\"model\":\"r\",\"max_tokens\":10,\"messages\":[]}";
                send(port, "POST", "/v1/chat/completions", body.replace("\"max", "\"stream\":true,\"max"));
                send(port, "POST", "/v1/chat/completions", body);
                String reason = "9 % " + "more ".repeat(400);
                send(port, "PUT", "/admin/routes/r/canary", "{\"percent\":1,\"reasons\":[\"" + reason + "\"]}");
                Await.until("both calls counted", () -> metrics(port).contains("route=\"r\"} 2.0"));
                scrape = metrics(port);
            } finally {
                router.stop();
            }
        }
    }

    private static Path configuration(StubUpstream a, StubUpstream b) throws IOException {
        return Files.writeString(folder.resolve("faregate.yaml"), """
                auth: { admin_key_env: ADMIN }
                budgets: { daily_usd: 1 }
                providers: { a: { base_url: "%s", api_key_env: K }, b: { base_url: "%s", api_key_env: K } }
                targets:
                  - { name: a, virtual_key: a, model: m-a, price: { input: 1, output: 2 } }
                  - { name: b, virtual_key: b, model: m-b, price: { input: 1, output: 2 } }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: b, percent: 0, experiment: e } }
                """.formatted(a.url(), b.url()));
    }

    /** As curl -d sends it: what is JSON is called a form. */
    private static void send(int port, String method, String path, String body) throws IOException {
        try (LoopbackClient client = new LoopbackClient(port)) {
            client.say(method + " " + path + " HTTP/1.1\r\nhost: x\r\nauthorization: Bearer admin-key\r\n"
                            + "content-type: application/x-www-form-urlencoded\r\n"
                            + "content-length: " + body.length() + "\r\n\r\n" + body)
                    .read();
        }
    }

    private static String metrics(int port) {
        try (LoopbackClient client = new LoopbackClient(port)) {
            return client.ask("GET", "/metrics").read().body();
        } catch (IOException e) {
            return "";
        }
    }

    private static Set<String> scraped() {
        return scrape.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> named(String expression) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = METRIC.matcher(expression);
        while (matcher.find()) {
            // Labels are spelled alike, but in parentheses after "by".
            names.add(matcher.group());
        }
        names.removeIf(name -> name.equals("gen_ai_request_model"));
        return names;
    }

    @AfterAll
    static void forget() {
        scrape = "";
    }

    @Test
    void everyMetricOfTheDashboardIsThere() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/faregate.json").toFile());
        Set<String> named = new TreeSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                Set<String> names = named(target.path("expr").asText());
                assertThat(names).as("metrics of %s", panel.path("title")).isNotEmpty();
                named.addAll(names);
            }
        }
        assertThat(named).hasSizeGreaterThan(15);
        assertThat(scraped()).containsAll(named);
    }

    @Test
    void everyMetricOfTheAlertsIsThere() throws IOException {
        JsonNode rules = new YAMLMapper()
                .readTree(DEPLOY.resolve("prometheus/alerts.yaml").toFile())
                .path("groups")
                .path(0)
                .path("rules");
        Set<String> named = new TreeSet<>();
        for (JsonNode rule : rules) {
            named.addAll(named(rule.path("expr").asText()));
        }
        named.removeAll(RARE);
        assertThat(named)
                .contains("faregate_fallthrough_total", "faregate_spend_usd_total", "faregate_events_dropped_total");
        assertThat(scraped()).containsAll(named);
    }

    @Test
    void noLabelHoldsASecretOrAnId() {
        assertThat(scrape).doesNotContain("admin-key", "\"key\"", "request_id", "task_id");
    }
}
