package io.faregate.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running service takes up what its file says, as its callers see it. */
class LiveSettingsTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Settings settings;

    @SuppressWarnings("NullAway.Init")
    private AnalyticsService service;

    @BeforeEach
    void start() throws IOException, ConfigFaults {
        write("0.1", "5");
        settings = Settings.open(
                new ConfigReader(Map.of("FAREGATE_DATA_DIR", folder.toString())::get), folder.resolve("faregate.yaml"));
        service = AnalyticsService.start(settings);
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void thePolicyAndTheCapsShownAreThoseOfTheFileAsItIsNow() throws Exception {
        assertThat(get("/v1/canary/r").at("/statements/0/margin").asDouble()).isEqualTo(-0.1);
        assertThat(get("/v1/budgets").at("/budgets/0/cap_usd").asDouble()).isEqualTo(5);

        write("0.25", "6.5");
        settings.reload();

        JsonNode canary = get("/v1/canary/r");
        assertThat(canary.at("/statements/0/margin").asDouble()).isEqualTo(-0.25);
        assertThat(get("/v1/budgets").at("/budgets/0/cap_usd").asDouble()).isEqualTo(6.5);
    }

    @Test
    void aRefusedFileIsCountedAndChangesNothing() throws Exception {
        write("2", "5");
        settings.reload();

        assertThat(get("/v1/canary/r").at("/statements/0/margin").asDouble()).isEqualTo(-0.1);
        assertThat(text("/metrics")).containsPattern("faregate_analytics_config_reload_failures_total [1-9]");
    }

    private void write(String minSaving, String dailyUsd) throws IOException {
        Files.writeString(folder.resolve("faregate.yaml"), """
                analytics: { port: 0, min_saving: %s }
                budgets: { daily_usd: %s }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 50, experiment: e1 } }
                """.formatted(minSaving, dailyUsd));
    }

    private JsonNode get(String path) throws Exception {
        return Json.parse(text(path));
    }

    private String text(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + service.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }
}
