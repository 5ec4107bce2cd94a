package io.faregate.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A router whose targets have no key says so wherever it is asked, and the admin key reads what it tells. */
final class AbsentTargetsTest {
    private static final String BODY = "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

    private static RouterProcess router;
    private static Path file;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        file = Files.writeString(folder.resolve("faregate.yaml"), text("UTC"));
        router = RouterProcess.start(
                file,
                Map.of(
                        "AGENTS", "vk-agents",
                        "FAREGATE_ADMIN_KEY", "admin-key",
                        "FAREGATE_ROUTER_PORT", "0",
                        "FAREGATE_DATA_DIR", folder.toString()),
                "1");
    }

    private static String text(String timeZone) {
        return """
                auth: { keys: [ { name: agents, key_env: AGENTS } ] }
                targets: [ { name: muse, virtual_key: meta, model: muse-spark-1.1 } ]
                routes: { agent: { targets: [muse] } }
                budgets: { time_zone: %s }
                """.formatted(timeZone);
    }

    @AfterAll
    static void stop() {
        router.stop();
    }

    private static HttpResponse<String> send(String method, String path, String key, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(router.url() + path))
                .header("Authorization", "Bearer " + key)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aRouteWithoutKeysNamesTheVariable() throws Exception {
        HttpResponse<String> answer = send("POST", "/v1/chat/completions", "vk-agents", BODY.formatted("agent"));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("x-should-retry")).contains("false");
        assertThat(answer.body())
                .contains(
                        "\"code\":\"no_candidate\"",
                        "No target of route 'agent' can be called: muse (not registered: META_API_KEY is not set).");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "muse-spark-1.1 | these would: muse (not registered: META_API_KEY is not set).",
                "agnet          | No target serves the model 'agnet'.",
            })
    void aModelThatNobodyServesIsToldWithWhoWould(String model, String message) throws Exception {
        HttpResponse<String> answer = send("POST", "/v1/chat/completions", "vk-agents", BODY.formatted(model));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains(message);
    }

    @Test
    void readinessTellsEverybodyHowManyRoutesHaveNoUsableTargetAndNoName() throws Exception {
        HttpResponse<String> answer = send("GET", "/readyz", "", "");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("ready\n1 route has no usable target\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"vk-agents", "admin-key"})
    void explainShowsWhoIsAbsentToEitherKey(String key) throws Exception {
        HttpResponse<String> answer = send("POST", "/v1/explain", key, BODY.formatted("agent"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains(
                        "\"candidates\":[]",
                        "\"skipped\":[{\"target\":\"muse\",\"reason\":\"not registered: META_API_KEY is not set\"}]");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /v1/providers, admin-key, 200",
        "GET, /v1/providers, vk-agents, 200",
        "GET, /v1/providers, other, 401",
        "GET, /v1/models, admin-key, 200",
        "POST, /v1/feedback, admin-key, 401",
        "POST, /v1/chat/completions, admin-key, 401",
    })
    void theAdminKeyReadsWhatSpendsNothing(String method, String path, String key, int status) throws Exception {
        assertThat(send(method, path, key, "").statusCode()).isEqualTo(status);
    }

    @Test
    void aReloadTellsWhatWaitsForARestart() throws Exception {
        Files.writeString(file, text("Europe/Berlin"));

        assertThat(send("POST", "/admin/reload", "admin-key", "").body())
                .isEqualTo("{\"reloaded\":true,\"needs_restart\":[\"budgets.time_zone\"]}");
        assertThat(send("GET", "/admin/config", "admin-key", "").body())
                .contains("\"needs_restart\":[\"budgets.time_zone\"]");

        Files.writeString(file, text("UTC"));
        assertThat(send("POST", "/admin/reload", "admin-key", "").body()).isEqualTo("{\"reloaded\":true}");
    }
}
