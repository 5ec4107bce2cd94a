package io.faregate.router.cli;

import io.faregate.router.config.ConfigException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code train}: a router that serves some requests on loopback and ends, so that a JVM that records what it loads can
 * archive it for later starts.
 */
@Command(
        name = "train",
        hidden = true,
        description = "Serves some requests on loopback and ends, for a JVM that records what it loads.",
        mixinStandardHelpOptions = true)
public final class TrainCommand implements Callable<Integer> {
    private static final int ROUNDS = 12;
    private static final long MOST_SECONDS = 120;
    private static final String KEY = "practice-key";
    private static final String CONFIG = """
            auth:
              admin_key_env: PRACTICE_KEY
              keys: [{ name: practice, key_env: PRACTICE_KEY, budgets: { daily_usd: 1 } }]
            providers:
              practice: { base_url: "http://127.0.0.1:%1$d/v1", api_key_env: PRACTICE_KEY, dialect: openai }
              sealed: { base_url: "https://127.0.0.1:%1$d/v1", api_key_env: PRACTICE_KEY, dialect: openai }
            targets:
              - { name: main, virtual_key: practice, model: practice-main, price: { input: 1, output: 2 } }
              - { name: down, virtual_key: practice, model: practice-down, price: { input: 1, output: 2 } }
              - { name: sealed, virtual_key: sealed, model: practice-sealed, price: { input: 1, output: 2 } }
            routes:
              chain: { mode: fallback, targets: [down, sealed, main] }
              split:
                mode: fallback
                targets: [main]
                canary: { challenger: down, percent: 50, experiment: practice }
            budgets: { per_request_usd: 1, daily_usd: 10, per_task_usd: 5 }
            """;

    private final Map<String, String> variables;
    private final String version;

    /** Over the environment variables of the process. */
    public TrainCommand(Map<String, String> variables, String version) {
        this.variables = new HashMap<>(variables);
        this.version = version;
    }

    @Override
    public Integer call() throws Exception {
        Thread watch = haltLater();
        Path folder = Files.createTempDirectory("faregate-train-");
        try {
            train(folder);
        } finally {
            delete(folder);
            watch.interrupt();
        }
        return 0;
    }

    /** Serves out of a folder, which then holds what a router leaves. */
    void train(Path folder) throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            int provider = await(PracticeProvider.listen(vertx));
            RouterProcess router = started(folder, provider);
            try {
                ProcessEnd.onHangUp(router::reload);
                ask(vertx.createHttpClient(), router.url());
            } finally {
                router.stop();
            }
        } finally {
            await(vertx.close());
        }
    }

    private RouterProcess started(Path folder, int provider) throws IOException, ConfigException, StartException {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), CONFIG.formatted(provider));
        variables.put("PRACTICE_KEY", KEY);
        variables.put("FAREGATE_ROUTER_PORT", "0");
        variables.put("FAREGATE_DATA_DIR", folder.toString());
        return RouterProcess.start(file, variables, version);
    }

    private static void ask(HttpClient client, String router) throws Exception {
        for (String page : List.of("/readyz", "/v1/models", "/v1/providers", "/metrics", "/admin/config")) {
            send(client, HttpMethod.GET, router + page, "");
        }
        for (int i = 0; i < ROUNDS; i++) {
            for (String model : List.of("practice-main", "chain", "split", "unknown")) {
                for (boolean stream : new boolean[] {false, true}) {
                    send(client, HttpMethod.POST, router + "/v1/chat/completions", body(model, stream));
                }
            }
        }
    }

    private static String body(String model, boolean stream) {
        return "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"system\",\"content\":\"Count.\"},"
                + "{\"role\":\"user\",\"content\":\"Up to three, please.\"}],\"max_tokens\":64,\"temperature\":0"
                + (stream ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}" : "}");
    }

    private static void send(HttpClient client, HttpMethod method, String url, String body) throws Exception {
        await(client.request(new RequestOptions().setMethod(method).setAbsoluteURI(url))
                .compose(request -> answered(request, body))
                .compose(HttpClientResponse::body));
    }

    private static Future<HttpClientResponse> answered(HttpClientRequest request, String body) {
        request.putHeader("content-type", "application/json").putHeader("authorization", "Bearer " + KEY);
        return request.send(Buffer.buffer(body));
    }

    private static <T> T await(Future<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.toCompletionStage().toCompletableFuture().get(MOST_SECONDS, TimeUnit.SECONDS);
    }

    /** Whoever trains in the background must never be left with a process that hangs. */
    private static Thread haltLater() {
        Thread watch = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(MOST_SECONDS);
                        Runtime.getRuntime().halt(1);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> files = Files.walk(folder)) {
            inside = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : inside) {
            Files.delete(file);
        }
    }
}
