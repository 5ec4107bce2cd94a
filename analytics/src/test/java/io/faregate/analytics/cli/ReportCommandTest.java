package io.faregate.analytics.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.AnalyticsService;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.testing.Rows;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command beside a running service; its output goes to no terminal. */
class ReportCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private AnalyticsService service;

    @BeforeEach
    void start() throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                analytics: { port: 0, window: 0s }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 50, experiment: e1 } }
                """);
        Map<String, String> environment = Map.of("FAREGATE_DATA_DIR", folder.toString());
        service = AnalyticsService.start(new ConfigReader(environment::get).read(file));
        String rows = Rows.lines(
                Rows.call("1", "t1", "0.0000049").put("key", "agents"),
                Rows.challenger("2", "t2", "0.02").put("fallthrough", true));
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url() + "/v1/rows"))
                                .POST(BodyPublishers.ofString(rows))
                                .build(),
                        BodyHandlers.discarding());
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void printsTheServicesOwnAnswersAsOneObject() {
        Captured run = run("--json", "--group-by", "model,day", "--from", "2026-08-20", "--to", "2026-08-21");
        JsonNode answers = Json.parse(run.out());
        assertThat(answers.fieldNames()).toIterable().containsExactly("experiments", "costs", "fallthrough");
        assertThat(answers.at("/experiments/0/arms/primary/cost_usd")).hasToString("0.0000049");
        assertThat(answers.at("/experiments/0/arms/challenger/tasks").asLong()).isEqualTo(1);
        assertThat(answers.path("costs").fieldNames()).toIterable().containsExactly("model", "day");
        assertThat(answers.at("/costs/model/total/cost_usd")).hasToString("0.0200049");
        assertThat(answers.at("/costs/day/groups/0/day").asText()).isEqualTo("2026-08-20");
        assertThat(answers.at("/fallthrough/targets")).hasSize(2);
        assertThat(run.out()).endsWith("}" + System.lineSeparator());
        assertThat(run.out().lines()).hasSize(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
    }

    @Test
    void printsTablesWithoutColoursOrControlCharacters() {
        Captured run = run();
        assertThat(run.out())
                .contains("r / e1 / epoch 1: ")
                .contains("Spend by model\n")
                .contains("Spend by key\n")
                .contains("Fall-through\n")
                .contains("0.0000049");
        assertThat(run.out().chars().filter(c -> c < ' ' && c != '\n')).isEmpty();
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
    }

    @Test
    void helpHasNoColoursWhereThereIsNoTerminal() {
        assertThat(run("--help").out()).startsWith("Usage: report ").doesNotContain("\u001b");
    }

    @Test
    void complainsToStandardErrorAlone() {
        Captured run = run("--json", "--group-by", "colour");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("answered 400: group_by: expected some of ");
        assertThat(run.exit()).isEqualTo(1);
    }

    private String url() {
        return "http://127.0.0.1:" + service.port();
    }

    private Captured run(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--config", folder.resolve("faregate.yaml").toString(), "--url", url()));
        return Captured.run(new ReportCommand(), all);
    }
}
