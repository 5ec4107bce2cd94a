package io.faregate.analytics.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.promote.Promoter;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostsApiTest {
    private static final String ARCHIVED = "X-Faregate-Archived-Before";

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Store store;

    @BeforeEach
    void open() {
        store = new Store(folder);
    }

    @AfterEach
    void close() {
        vertx.close().await();
        store.close();
    }

    @Test
    void aTableOfSpendSaysWhichDaysHaveLeft() throws Exception {
        store.add(
                Rows.call("1", "t", "0.01").put("ts", "2026-08-20T10:00:00.000Z"),
                Rows.call("2", "t", "0.02").put("ts", "2026-08-22T10:00:00.000Z"));
        store.warehouse().archive(LocalDate.parse("2026-08-20"));
        int port = server();

        HttpResponse<String> all = get(port, "/v1/costs?group_by=day&format=csv");
        assertThat(all.headers().firstValue(ARCHIVED)).contains("2026-08-21T00:00:00Z");
        assertThat(all.body()).contains("2026-08-22").doesNotContain("2026-08-20");
        assertThat(get(port, "/v1/costs?group_by=day&format=csv&from=2026-08-21")
                        .headers()
                        .firstValue(ARCHIVED))
                .isEmpty();
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private int server() throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), "analytics: { port: 0 }\n");
        AnalyticsConfig config = new ConfigReader(Map.<String, String>of()::get).read(file);
        Judge judge = new Judge(store.warehouse(), config::canaries, () -> 0, new Random(1));
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Promoter promoter = new Promoter(() -> config, null, judge);
        return new AnalyticsServer(vertx, () -> config, null, store.warehouse(), judge, promoter, metrics, () -> true)
                .listen()
                .await()
                .actualPort();
    }
}
