package io.faregate.router.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.faregate.router.admin.AdminSurface;
import io.faregate.router.admin.Control;
import io.faregate.router.admin.DecisionLog;
import io.faregate.router.route.Surface;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.KeptRows;
import io.faregate.router.testing.StubUpstream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The description against the running router, both ways. Parameters and bodies are the description's own examples, so
 * these work too.
 */
final class OpenApiTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final HttpClient client = HttpClient.newHttpClient();
    private final StubUpstream upstream = StubUpstream.start();

    @TempDir
    private Path folder;

    private RouterServer server;
    private AdminSurface admin;
    private int port;
    private JsonNode description;

    private record Operation(String method, String path, JsonNode node) {}

    @BeforeEach
    void start() throws Exception {
        Control control = Control.open(new StubSource(folder, upstream.url()));
        SpendLedger ledger = new SpendLedger(control.setup().config().budgets().timeZone(), 1);
        Control.configure(ledger, control.setup());
        KeptRows rows = new KeptRows();
        server = RouterServer.create(
                RouterServer.loops(1), new RouterServer.Parts("test", "1", 1, ledger, rows), control.setup());
        control.serve(server, ledger);
        admin = new AdminSurface(server, control, new DecisionLog(rows, "test", "1", server.meters()));
        port = server.listen("127.0.0.1", 0, 1, admin)
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        description = JSON.readTree(send("GET", "/openapi.json", null, null, "").body());
    }

    @AfterEach
    void stop() {
        server.drain(0, () -> {});
        upstream.close();
    }

    @Test
    void describesEveryRouteAndNoOther() {
        List<String> answered = new ArrayList<>(admin.operations());
        for (Page page : Page.values()) {
            answered.add(page.method() + " " + page.path());
        }
        for (Surface surface : Surface.values()) {
            answered.add("POST " + surface.path());
        }
        assertThat(operations().stream().map(o -> o.method() + " " + o.path()))
                .containsExactlyInAnyOrderElementsOf(answered);
    }

    @Test
    void everyOperationAnswersItsExampleAsDescribed() throws Exception {
        for (Operation operation : operations()) {
            upstream.clear();
            upstream.then(Answers.whole());
            HttpResponse<String> response = call(operation, path(operation), StubSource.ADMIN_KEY);
            assertThat(response.statusCode())
                    .as("%s %s: %s", operation.method(), operation.path(), response.body())
                    .isBetween(200, 202);
            check(operation, response);
        }
    }

    @Test
    void aStreamAndAFailureOfAllTargetsAreDescribedToo() throws Exception {
        Operation chat = operation("post", "/v1/chat/completions");
        upstream.then(Answers.error(500, "down", "down"));
        check(chat, call(chat, chat.path(), ""));
        upstream.then(Answers.stream());
        String body = "{\"model\":\"r\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        HttpResponse<String> stream = send("POST", chat.path(), body, "application/json", "");
        assertThat(stream.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        check(chat, stream);
    }

    @ParameterizedTest
    @CsvSource({
        "post, /v1/chat/completions, /v1/chat/completions, {}, 400",
        "post, /v1/explain, /v1/explain, [, 400",
        "post, /v1/feedback, /v1/feedback, {}, 400",
        "get, /v1/models/{model}, /v1/models/none, , 404",
        "get, /v1/budgets, /v1/budgets, , 401",
        "get, /admin/config, /admin/config, , 401",
    })
    void refusalsAreDescribed(String method, String described, String path, @Nullable String body, int status)
            throws Exception {
        Operation operation = operation(method, described);
        HttpResponse<String> response = send(operation.method(), path, body, "application/json", "");
        assertThat(response.statusCode()).isEqualTo(status);
        check(operation, response);
    }

    @ParameterizedTest
    @CsvSource({
        "put, /admin/routes/{route}/canary, /admin/routes/none/canary, {\"percent\":1}, 404",
        "put, /admin/routes/{route}/canary, /admin/routes/r/canary, {\"share\":1}, 400",
        "put, /admin/routes/{route}/canary, /admin/routes/r/canary, {\"percent\":101}, 422",
        "put, /admin/budgets/{name}, /admin/budgets/none, {\"daily_usd\":1}, 404",
        "post, /admin/bench/{target}/clear, /admin/bench/none/clear, , 404",
    })
    void refusedChangesAreDescribed(String method, String described, String path, @Nullable String body, int status)
            throws Exception {
        Operation operation = operation(method, described);
        HttpResponse<String> response = send(operation.method(), path, body, "application/json", StubSource.ADMIN_KEY);
        assertThat(response.statusCode()).isEqualTo(status);
        check(operation, response);
    }

    /** The status is described, and so is all of the body. */
    private void check(Operation operation, HttpResponse<String> response) throws Exception {
        JsonNode described = operation.node().path("responses").path(Integer.toString(response.statusCode()));
        JsonNode content = resolved(described).path("content");
        String type = response.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        JsonNode schema = content.path(type).path("schema");
        assertThat(schema.isObject())
                .as("%s %s: %d %s is described", operation.method(), operation.path(), response.statusCode(), type)
                .isTrue();
        if (type.endsWith("json")) {
            ObjectNode whole = JSON.createObjectNode();
            whole.set("$defs", description.at("/components/schemas"));
            whole.putArray("allOf").add(schema);
            String text = JSON.writeValueAsString(whole).replace("#/components/schemas/", "#/$defs/");
            assertThat(SCHEMAS.getSchema(text).validate(response.body(), InputFormat.JSON))
                    .as("%s %s: %s", operation.method(), operation.path(), response.body())
                    .isEmpty();
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? description.at(node.path("$ref").asText().substring(1)) : node;
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

    private Operation operation(String method, String path) {
        return new Operation(
                method.toUpperCase(Locale.ROOT),
                path,
                description.path("paths").path(path).path(method));
    }

    private static String path(Operation operation) {
        String path = operation.path();
        for (JsonNode parameter : operation.node().path("parameters")) {
            if (parameter.path("in").asText().equals("path")) {
                String value = URLEncoder.encode(parameter.path("example").asText(), UTF_8);
                path = path.replace("{" + parameter.path("name").asText() + "}", value);
            }
        }
        return path;
    }

    private HttpResponse<String> call(Operation operation, String path, String key) throws Exception {
        JsonNode content = operation.node().path("requestBody").path("content");
        if (content.isEmpty()) {
            return send(operation.method(), path, null, null, key);
        }
        Map.Entry<String, JsonNode> body = content.properties().iterator().next();
        JsonNode example = body.getValue().path("example");
        String text = example.isTextual() ? example.asText() : example.toString();
        String type = body.getKey().startsWith("multipart") ? body.getKey() + "; boundary=cut" : body.getKey();
        return send(operation.method(), path, text, type, key);
    }

    private HttpResponse<String> send(
            String method, String path, @Nullable String body, @Nullable String type, String key) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }
}
