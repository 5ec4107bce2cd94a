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
import io.vertx.ext.web.Router;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
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

/** A person's change, passed on to two routers. */
class ControlApiTest {
    private static final String SEEN =
            "\"expected\":{\"experiment\":\"e1\",\"percent\":5,\"primary\":\"a\",\"challenger\":\"c\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Vertx vertx = Vertx.vertx();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private StubRouter first;

    @SuppressWarnings("NullAway.Init")
    private StubRouter second;

    @SuppressWarnings("NullAway.Init")
    private AnalyticsService service;

    @BeforeEach
    void start() throws Exception {
        first = new StubRouter(vertx, 5);
        second = new StubRouter(vertx, 5);
        service = started(StubRouter.KEY);
    }

    @AfterEach
    void stop() {
        service.close();
        first.close();
        second.close();
        vertx.close().await();
    }

    @Test
    void tellsWhatEachRouterHasInForce() throws Exception {
        second.out(true);
        JsonNode control = Json.parse(send("GET", "control", StubRouter.KEY, "").body());
        assertThat(control.at("/routers/0/percent").asInt()).isEqualTo(5);
        assertThat(control.at("/routers/0/challenger").asText()).isEqualTo("c");
        assertThat(control.at("/routers/1/router").asText())
                .isEqualTo(second.uri().toString());
        assertThat(control.at("/routers/1/problem").asText()).isNotEmpty();
    }

    @Test
    void makesAChangeOnEveryRouterOnceHoweverOftenItIsSent() throws Exception {
        String change = "{\"record_id\":\"once\",\"percent\":20," + SEEN + "}";
        assertThat(send("POST", "share", StubRouter.KEY, change).statusCode()).isEqualTo(200);
        HttpResponse<String> again = send("POST", "share", StubRouter.KEY, change);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(Json.parse(again.body()).at("/routers/1/percent").asInt()).isEqualTo(20);
        assertThat(first.state()).isEqualTo("a c 20");
        assertThat(second.state()).isEqualTo("a c 20");
        assertThat(first.changes()).hasSize(1);
        assertThat(first.changes().get(0).path("actor").asText()).isEqualTo("dashboard");
    }

    @Test
    void promotesAndRollsBack() throws Exception {
        assertThat(send("POST", "promote", StubRouter.KEY, "{\"record_id\":\"p\"," + SEEN + "}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(first.state()).isEqualTo("c a 5");
        String promoted = "\"expected\":{\"experiment\":\"e1\",\"percent\":5,\"primary\":\"c\",\"challenger\":\"a\"}";
        assertThat(send("POST", "rollback", StubRouter.KEY, "{\"record_id\":\"r\"," + promoted + "}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(second.state()).isEqualTo("a c 0");
    }

    @Test
    void aChangeOvertakenByAnotherIsAConflictThatNamesTheRouter() throws Exception {
        second.promote();
        HttpResponse<String> response = send("POST", "promote", StubRouter.KEY, "{\"record_id\":\"p\"," + SEEN + "}");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains(second.uri().toString()).doesNotContain(StubRouter.KEY);
    }

    @Test
    void aRouterThatIsAwayIsToldOf() throws Exception {
        second.out(true);
        HttpResponse<String> response = send("POST", "rollback", StubRouter.KEY, "{\"record_id\":\"r\"," + SEEN + "}");
        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.body()).contains(second.uri().toString());
        assertThat(first.state()).isEqualTo("a c 0");
    }

    @Test
    void nobodyActsWithoutTheKey() throws Exception {
        assertThat(send("POST", "promote", null, "{}").statusCode()).isEqualTo(401);
        assertThat(send("POST", "promote", "wrong", "{}").statusCode()).isEqualTo(401);
        assertThat(send("GET", "control", null, "").statusCode()).isEqualTo(401);
        service.close();
        service = started(null);
        assertThat(send("POST", "rollback", StubRouter.KEY, "{}").statusCode()).isEqualTo(403);
        assertThat(first.changes()).isEmpty();
    }

    @Test
    void refusesWhatIsNoChange() throws Exception {
        assertThat(send("POST", "share", StubRouter.KEY, "{}").body()).contains("percent: expected a number");
        assertThat(send("POST", "promote", StubRouter.KEY, "{\"percent\":5}").body())
                .contains("percent: unknown");
        assertThat(send("POST", "promote", StubRouter.KEY, "[]").statusCode()).isEqualTo(400);
        assertThat(send("POST", "promote", StubRouter.KEY, "not JSON").statusCode())
                .isEqualTo(400);
    }

    @Test
    void anAnswerComesFromOneReadingOfTheSettings() throws Exception {
        ConfigReader reader = new ConfigReader(Map.of("FAREGATE_ADMIN_KEY", StubRouter.KEY)::get);
        AnalyticsConfig before = reader.read(Files.writeString(
                folder.resolve("before.yaml"), "analytics: { port: 0, routers: [\"" + first.uri() + "\"] }\n"));
        AnalyticsConfig after =
                reader.read(Files.writeString(folder.resolve("after.yaml"), "analytics: { port: 0, routers: [] }\n"));
        // One reading for the key, one for the answer.
        Iterator<AnalyticsConfig> readings = List.of(before, before, after).iterator();
        Router router = Router.router(vertx);
        try (RouterAdmin admin = new RouterAdmin(vertx, StubRouter.KEY)) {
            new ControlApi(readings::next, admin).mount(router);
            int port = vertx.createHttpServer()
                    .requestHandler(router)
                    .listen(0, "127.0.0.1")
                    .await()
                    .actualPort();
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + port + "/v1/canary/r/control"))
                    .header("Authorization", "Bearer " + StubRouter.KEY)
                    .build();
            JsonNode control =
                    Json.parse(client.send(request, BodyHandlers.ofString()).body());
            assertThat(control.path("routers")).hasSize(1);
            assertThat(control.at("/routers/0/challenger").asText()).isEqualTo("c");
        }
    }

    private AnalyticsService started(@Nullable String key) throws Exception {
        Path file = folder.resolve("faregate.yaml");
        Files.writeString(file, """
                analytics: { port: 0, routers: ["FIRST", "SECOND"] }
                routes:
                  r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 5, experiment: e1 } }
                """.replace("FIRST", first.uri().toString())
                .replace("SECOND", second.uri().toString()));
        Map<String, String> environment = new HashMap<>(Map.of("FAREGATE_DATA_DIR", folder.toString()));
        if (key != null) {
            environment.put("FAREGATE_ADMIN_KEY", key);
        }
        return AnalyticsService.start(new ConfigReader(environment::get).read(file));
    }

    private HttpResponse<String> send(String method, String page, @Nullable String key, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.port() + "/v1/canary/r/" + page))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
