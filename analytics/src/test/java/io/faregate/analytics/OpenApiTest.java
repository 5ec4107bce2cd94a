package io.faregate.analytics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import io.faregate.analytics.promote.StubRouter;
import io.faregate.analytics.testing.Rows;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The description against the running service, both ways. Parameters and bodies are the description's own examples, so
 * these work too.
 */
class OpenApiTest {
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private AnalyticsService service;

    @SuppressWarnings("NullAway.Init")
    private JsonNode description;

    private record Operation(String method, String path, JsonNode node) {}

    private final Vertx vertx = Vertx.vertx();

    @SuppressWarnings("NullAway.Init")
    private StubRouter router;

    @BeforeEach
    void start() throws Exception {
        router = new StubRouter(vertx, 50);
        service = started();
        description = Json.parse(send("GET", "/openapi.json", null).body());
        ObjectNode call = Rows.challenger("2", "task-2", "0.02").put("route", "agent");
        call.putArray("attempts").add(Rows.attempt("b", "0.01", 3, 4));
        String rows = Rows.lines(
                Rows.call("1", "task-1", "0.01").put("route", "agent"),
                call,
                Rows.call("3", "task-3", "0").put("route", "agent").putNull("cost_usd"),
                Rows.feedback("f1", "task-1", "2026-08-20T10:00:01.000Z", true));
        assertThat(send("POST", "/v1/rows", rows).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() {
        service.close();
        router.close();
        vertx.close().await();
    }

    @Test
    void describesEveryRouteAndNoOther() {
        assertThat(operations().stream().map(o -> o.method() + " " + o.path()))
                .containsExactlyInAnyOrderElementsOf(service.operations());
    }

    @Test
    void everyOperationAnswersItsExampleAsDescribed() throws Exception {
        for (Operation operation : operations()) {
            JsonNode body = example(operation.node().path("requestBody").path("content"));
            HttpResponse<String> response =
                    send(operation.method(), target(operation), body == null ? null : text(body));
            assertThat(response.statusCode())
                    .as("%s %s: %s", operation.method(), operation.path(), response.body())
                    .isEqualTo(200);
            check(operation, response);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/canary/{route}=/v1/canary/none",
                "/v1/canary/{route}/history=/v1/canary/none/history",
                "/v1/tasks/{task}=/v1/tasks/none",
                "/v1/costs=/v1/costs",
                "/v1/fallthrough=/v1/fallthrough?from=yesterday",
                "/v1/requests=/v1/requests?limit=0",
                "/v1/canary/{route}/slices=/v1/canary/agent/slices?by=colour",
                "/v1/budgets=/v1/budgets?colour=red",
                "/assets/{asset}=/assets/none.js"
            })
    void refusalsAreDescribedToo(String pathAndTarget) throws Exception {
        String path = pathAndTarget.substring(0, pathAndTarget.indexOf('='));
        Operation operation = operations().stream()
                .filter(o -> o.path().equals(path))
                .findFirst()
                .orElseThrow();
        HttpResponse<String> response = send("GET", pathAndTarget.substring(pathAndTarget.indexOf('=') + 1), null);
        assertThat(response.statusCode()).isBetween(400, 404);
        check(operation, response);
    }

    @Test
    void anEmptyServiceAnswersAsDescribed() throws Exception {
        service.close();
        folder = Files.createDirectory(folder.resolve("empty"));
        service = started();
        for (Operation operation : operations()) {
            if (operation.method().equals("GET") && !operation.path().startsWith("/v1/tasks")) {
                HttpResponse<String> response = send("GET", target(operation), null);
                assertThat(response.statusCode()).as(operation.path()).isEqualTo(200);
                check(operation, response);
            }
        }
    }

    private AnalyticsService started() throws IOException, ConfigFaults {
        Path file = folder.resolve("faregate.yaml");
        Files.writeString(file, """
                analytics: { port: 0, window: 0s, routers: [ROUTER] }
                routes:
                  agent: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: 50, experiment: e1, promotion: auto } }
                """.replace("ROUTER", '"' + router.uri().toString() + '"'));
        Map<String, String> environment =
                Map.of("FAREGATE_DATA_DIR", folder.toString(), "FAREGATE_ADMIN_KEY", StubRouter.KEY);
        return AnalyticsService.start(new ConfigReader(environment::get).read(file));
    }

    /** The status is described, and so is all of the body. */
    private void check(Operation operation, HttpResponse<String> response) {
        JsonNode content = operation.node().at("/responses/" + response.statusCode() + "/content");
        String type = response.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        assertThat(content.has(type))
                .as("%s %s: %d %s is described", operation.method(), operation.path(), response.statusCode(), type)
                .isTrue();
        if (type.endsWith("json")) {
            ObjectNode schema = Json.object();
            schema.set("$defs", description.at("/components/schemas"));
            schema.putArray("allOf").add(content.path(type).path("schema"));
            assertThat(SCHEMAS.getSchema(Json.print(schema).replace("#/components/schemas/", "#/$defs/"))
                            .validate(response.body(), InputFormat.JSON))
                    .as("%s %s: %s", operation.method(), operation.path(), response.body())
                    .isEmpty();
        }
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<String, JsonNode> path : description.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                operations.add(
                        new Operation(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()));
            }
        }
        return operations;
    }

    /** The path with its required parameters filled in. */
    private static String target(Operation operation) {
        String target = operation.path();
        for (JsonNode parameter : operation.node().path("parameters")) {
            if (parameter.path("required").asBoolean()) {
                String name = parameter.path("name").asText();
                String value = URLEncoder.encode(parameter.path("example").asText(), UTF_8);
                target = parameter.path("in").asText().equals("path")
                        ? target.replace("{" + name + "}", value)
                        : target + (target.contains("?") ? "&" : "?") + name + "=" + value;
            }
        }
        return target;
    }

    private static @Nullable JsonNode example(JsonNode content) {
        return content.isEmpty()
                ? null
                : Objects.requireNonNull(content.elements().next().get("example"));
    }

    private static String text(JsonNode example) {
        return example.isTextual() ? example.asText() : Json.print(example);
    }

    private HttpResponse<String> send(String method, String target, @Nullable String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + StubRouter.KEY)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
