package io.faregate.analytics.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.AnalyticsService;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.promote.RouterAdmin;
import io.faregate.analytics.promote.StubRouter;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The caps of a file under which two routers run that were told otherwise. */
class BudgetsApiTest {
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private StubRouter first;

    @SuppressWarnings("NullAway.Init")
    private StubRouter second;

    private @Nullable AnalyticsService service;

    @BeforeEach
    void start() {
        first = new StubRouter(vertx, 5);
        second = new StubRouter(vertx, 5);
    }

    @AfterEach
    void stop() {
        if (service != null) {
            service.close();
        }
        first.close();
        second.close();
        vertx.close().await();
    }

    @Test
    void showsWhatWasChangedOverTheAdminSurface() throws Exception {
        String overrides = """
                [{"path":"budgets.daily_usd","file":"25","value":"50.000000000001"},
                 {"path":"auth.keys.my.agents.budgets.daily_usd","file":"10","value":"20"},
                 {"path":"budgets.per_task_usd","file":null,"value":"3"}]""";
        first.tellCaps(overrides, "[]");
        second.tellCaps(overrides, "[]");
        JsonNode answer = budgets(StubRouter.KEY);
        assertThat(answer.path("caps")).hasToString("{\"from\":\"routers\",\"problem\":null}");
        assertThat(caps(answer)).isEqualTo("""
                global 50.000000000001 25
                key:my.agents 20 10
                route:r 7 7
                """);
    }

    @Test
    void aBudgetInHandTellsItsCapOfTheNewestDay() throws Exception {
        String inHand = """
                [{"name":"global","day":"2026-08-21","cap_usd":40},{"name":"global","day":"2026-08-20","cap_usd":30},
                 {"name":"route:r","day":"2026-08-21","cap_usd":null}]""";
        first.tellCaps("[]", inHand);
        second.tellCaps("[]", inHand);
        assertThat(caps(budgets(StubRouter.KEY))).isEqualTo("""
                global 40 25
                key:my.agents 10 10
                route:r null 7
                """);
    }

    @Test
    void showsTheSmallestOfRoutersThatDifferAndSaysSo() throws Exception {
        first.tellCaps("[{\"path\":\"budgets.daily_usd\",\"value\":\"50\"}]", "[]");
        JsonNode answer = budgets(StubRouter.KEY);
        assertThat(answer.at("/caps/problem").asText())
                .isEqualTo("the routers differ in global; the smallest cap is shown");
        assertThat(caps(answer)).startsWith("global 25 25\n");
    }

    @Test
    void showsTheFileWhenNoRouterTellsOrNoneMayBeAsked() throws Exception {
        first.out(true);
        second.out(true);
        JsonNode away = budgets(StubRouter.KEY);
        assertThat(away.at("/caps/from").asText()).isEqualTo("file");
        assertThat(away.at("/caps/problem").asText())
                .startsWith("127.0.0.1:" + first.uri().getPort() + " did not tell its caps: ");
        assertThat(caps(away)).startsWith("global 25 25\n");
        stopService();
        assertThat(budgets(null).path("caps"))
                .hasToString("{\"from\":\"file\",\"problem\":\"there is no admin key to ask the routers with\"}");
    }

    @Test
    void anAnswerComesFromOneReadingOfTheSettings() throws Exception {
        AnalyticsConfig before = config("[\"" + first.uri() + "\"]", "25");
        AnalyticsConfig after = config("[]", "30");
        Iterator<AnalyticsConfig> readings = List.of(before, after).iterator();
        try (RouterAdmin admin = new RouterAdmin(vertx, StubRouter.KEY)) {
            CapsInForce.Found found =
                    new CapsInForce(readings::next, admin).now().await();
            assertThat(found.problem()).isNull();
            assertThat(found.told()).isTrue();
            assertThat(found.file()).isEqualTo(before.budgets());
        }
    }

    private AnalyticsConfig config(String routers, String dailyUsd) throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                analytics: { port: 0, routers: %s }
                budgets: { daily_usd: %s }
                """.formatted(routers, dailyUsd));
        return new ConfigReader(Map.of("FAREGATE_ADMIN_KEY", StubRouter.KEY)::get).read(file);
    }

    private static String caps(JsonNode answer) {
        StringBuilder text = new StringBuilder();
        for (JsonNode budget : answer.path("budgets")) {
            text.append(budget.path("name").asText()).append(' ').append(budget.path("cap_usd"));
            text.append(' ').append(budget.path("file_cap_usd")).append('\n');
        }
        return text.toString();
    }

    private void stopService() {
        if (service != null) {
            service.close();
        }
        service = null;
    }

    private JsonNode budgets(@Nullable String key) throws Exception {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), """
                analytics: { port: 0, routers: ["%s", "%s"] }
                auth: { keys: [ { name: my.agents, budgets: { daily_usd: 10 } } ] }
                budgets: { daily_usd: 25 }
                routes: { r: { targets: [a], budgets: { daily_usd: 7 } } }
                """.formatted(first.uri(), second.uri()));
        Map<String, String> environment = new HashMap<>(Map.of("FAREGATE_DATA_DIR", folder.toString()));
        if (key != null) {
            environment.put("FAREGATE_ADMIN_KEY", key);
        }
        AnalyticsService started = AnalyticsService.start(new ConfigReader(environment::get).read(file));
        service = started;
        return Json.parse(HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + started.port() + "/v1/budgets"))
                                .build(),
                        BodyHandlers.ofString())
                .body());
    }
}
