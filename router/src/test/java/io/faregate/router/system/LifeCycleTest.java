package io.faregate.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.StubUpstream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process from its ready line to its end by SIGTERM, with a request in hand. */
final class LifeCycleTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private HttpRequest call(String url) {
        return HttpRequest.newBuilder(URI.create(url + "/v1/chat/completions"))
                .header("authorization", "Bearer from-a-file")
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",\"messages\":[]}"))
                .build();
    }

    private HttpResponse<String> ask(HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ready(String url) {
        try {
            return ask(HttpRequest.newBuilder(URI.create(url + "/readyz")).build());
        } catch (Exception e) {
            throw new AssertionError("the port was closed before the request in hand had ended", e);
        }
    }

    @Test
    void whatIsInHandEndsWhileNothingNewIsTaken() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "from-a-file\n");
        CountDownLatch gate = new CountDownLatch(1);
        try (StubUpstream provider = StubUpstream.start()) {
            String configuration = "auth: { keys: [ { name: k, key_env: VK } ] }\n"
                    + "providers: { p: { base_url: \"" + provider.url() + "\", api_key_env: P_KEY } }\n"
                    + "targets: [ { name: t, virtual_key: p, model: m, price: { input: 1, output: 1 } } ]\n";
            provider.then(Answers.wholeAfter(gate));
            Map<String, String> environment = Map.of("P_KEY", "key", "VK_FILE", secret.toString());
            try (RouterProcess router = new RouterProcess(folder, configuration, environment)) {
                assertThat(ready(router.url()).statusCode()).isEqualTo(200);
                CompletableFuture<HttpResponse<String>> inHand =
                        client.sendAsync(call(router.url()), HttpResponse.BodyHandlers.ofString());
                Await.until("the provider called", () -> provider.calls() == 1);

                CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> stopped(router));
                Await.until("draining", () -> ready(router.url()).statusCode() == 503);
                HttpResponse<String> refused = ask(call(router.url()));
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body()).contains("\"code\":\"draining\"");
                gate.countDown();

                assertThat(inHand.get().statusCode()).isEqualTo(200);
                assertThat(exit.get()).isZero();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            Path rows = files.filter(path -> path.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readAllLines(rows))
                    .hasSize(2)
                    .anyMatch(row -> row.contains("\"outcome\":\"served\""))
                    .anyMatch(row -> row.contains("\"error_code\":\"draining\""));
        }
        assertThat(Files.readString(folder.resolve("router.log"))).doesNotContain("from-a-file", "\"key\"");
    }

    private static int stopped(RouterProcess router) {
        try {
            return router.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
