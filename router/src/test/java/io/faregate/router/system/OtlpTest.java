package io.faregate.router.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A router in a process of its own between a client, a provider and a collector of traces. */
final class OtlpTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String ANSWER = "{\"id\":\"i\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":"
            + "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hello\"},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";

    /** One request to whichever server. */
    private record Received(String path, String traceparent, String authorization, byte[] body) {}

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        received.add(new Received(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders().getFirst("traceparent"),
                exchange.getRequestHeaders().getFirst("authorization"),
                exchange.getRequestBody().readAllBytes()));
        byte[] body = exchange.getRequestURI().getPath().startsWith("/v1/chat")
                ? ANSWER.getBytes(StandardCharsets.UTF_8)
                : new byte[0];
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void serveOne(Map<String, String> environment) throws Exception {
        String configuration = "providers: { p: { base_url: \"" + url() + "/v1\", api_key_env: P_KEY } }\n"
                + "targets: [ { name: t, virtual_key: p, model: m, price: { input: 1, output: 1 } } ]\n";
        try (RouterProcess router = new RouterProcess(folder, configuration, environment)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(router.url() + "/v1/chat/completions"))
                    .header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",\"messages\":[]}"))
                    .build();
            HttpResponse<String> reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            assertThat(router.stop()).isZero();
        }
    }

    private Received only(String path) {
        assertThat(received).filteredOn(each -> each.path().equals(path)).hasSize(1);
        return received.stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tracesReachTheCollectorBeforeTheProcessEnds() throws Exception {
        serveOne(Map.of(
                "P_KEY", "secret-of-p",
                "OTEL_EXPORTER_OTLP_ENDPOINT", url() + "/",
                "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Basic%20x"));

        List<Received> sent = received.stream()
                .filter(each -> each.path().equals("/v1/traces"))
                .toList();
        assertThat(sent).isNotEmpty().extracting(Received::authorization).containsOnly("Basic x");
        String text = sent.stream()
                .map(each -> new String(each.body(), StandardCharsets.ISO_8859_1))
                .collect(Collectors.joining());
        assertThat(text)
                .contains("chat m", "gen_ai.provider.name", "faregate.outcome")
                .doesNotContain("secret-of-p");
        String parent = only("/v1/chat/completions").traceparent();
        assertThat(parent).startsWith("00-" + TRACE + "-").endsWith("-01").doesNotContain("b7ad6b7169203331");
    }

    @Test
    void withoutACollectorTheClientsContextIsPassedOn() throws Exception {
        serveOne(Map.of("P_KEY", "secret-of-p"));

        assertThat(received).hasSize(1);
        assertThat(only("/v1/chat/completions").traceparent()).isEqualTo("00-" + TRACE + "-b7ad6b7169203331-01");
    }
}
