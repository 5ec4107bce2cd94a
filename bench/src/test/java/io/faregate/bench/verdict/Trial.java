package io.faregate.bench.verdict;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.bench.rig.Child;
import io.faregate.bench.rig.Fetch;
import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import io.faregate.bench.rig.Troupe;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A canary on real programs: two simulated models, a router that knows their prices, an analytics service that may act.
 * A task is mature at once and there is no minimum age, so that a walk of days takes seconds.
 */
final class Trial implements AutoCloseable {
    private static final String KEY = "admin-key-of-the-trial";
    private static final int READY_SECONDS = 120;
    private static final long PATIENCE_SECONDS = 120;
    private static final int CLIENTS = 8;

    private final Path dir;
    private final Troupe troupe;
    private final String configuration;
    private final String routerUrl;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Child router;
    private @Nullable String analyticsUrl;

    /**
     * Starts the models and the router.
     *
     * @param failures of the challenger's model, 0 to 1
     * @param price the challenger's, as a part of the primary's
     * @param routes how many routes, {@code r0} on
     * @param percent where the canary begins
     * @param ramp its steps
     */
    Trial(Path dir, double failures, double price, int routes, int percent, List<Integer> ramp) throws Exception {
        this.dir = dir;
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        routerUrl = "http://127.0.0.1:" + port;
        troupe = new Troupe(Home.ofClassPath(), Folder.of(dir));
        Path models = dir.resolve("models.yaml");
        Files.writeString(models, """
                seed: 7
                models:
                  - { name: old, output_tokens: { median: 60, sigma: 0.5 } }
                  - { name: new, output_tokens: { median: 60, sigma: 0.5 }, failures: { error_500: %s } }
                """.formatted(failures));
        Path file = dir.resolve("faregate.yaml");
        Files.writeString(file, configuration(price, routes, percent, ramp));
        configuration = file.toString();
        troupe.tell("FAREGATE_ADMIN_KEY", KEY);
        troupe.tell("FAREGATE_ROUTER_PORT", Integer.toString(port));
        try {
            troupe.sim("--settings", models.toString());
            router = startRouter();
        } catch (InterruptedException | RuntimeException e) {
            troupe.close();
            throw e;
        }
    }

    private String configuration(double price, int routes, int percent, List<Integer> ramp) {
        StringBuilder text = new StringBuilder("""
                auth: { admin_key_env: FAREGATE_ADMIN_KEY }
                providers:
                  sim: { base_url: "${SIM_URL}/v1", dialect: openai }
                targets:
                  - { name: old, virtual_key: sim, model: old, price: { input: 1, output: 2 } }
                  - { name: new, virtual_key: sim, model: new, price: { input: %s, output: %s } }
                backoff: { upstream_5xx: 0s }
                usage: { dir: usage }
                analytics:
                  database: analytics.duckdb
                  routers: [ "%s" ]
                  window: 0s
                  outcome_window: 0s
                  min_days: 0
                  margins: { success: 0.05, error: 0.05, fallthrough: 0.05, latency: 50 }
                routes:
                """.formatted(price, 2 * price, routerUrl));
        for (int i = 0; i < routes; i++) {
            text.append("  r%d: { mode: fallback, targets: [old], canary: { challenger: new, percent: %d,"
                    .formatted(i, percent));
            text.append(" experiment: e%d, promotion: auto, ramp: %s } }%n".formatted(i, ramp));
        }
        return text.toString();
    }

    private Child startRouter() throws InterruptedException {
        Child started = troupe.start("router", "router", List.of("router", "--config", configuration));
        started.awaitReady(READY_SECONDS);
        return started;
    }

    /** Ends the router as an operator does and starts it anew. */
    void restartRouter() throws InterruptedException {
        router.close();
        router = startRouter();
    }

    /** From now on the service looks and acts. */
    void startAnalytics() throws InterruptedException {
        analyticsUrl = troupe.start("analytics", "analytics", List.of("analytics", "--config", configuration))
                .awaitReady(READY_SECONDS);
    }

    /** Sends a task of one call for each id, and gives the target that answered each; every answer is a 200. */
    List<String> tasks(String route, List<String> ids) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (String id : ids) {
                answers.add(clients.submit(() -> task(route, id)));
            }
            List<String> targets = new ArrayList<>();
            for (Future<String> answer : answers) {
                targets.add(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            return targets;
        } finally {
            clients.shutdownNow();
        }
    }

    private String task(String route, String id) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(routerUrl + "/v1/chat/completions"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("X-Task-Id", id)
                .POST(BodyPublishers.ofString("{\"model\":\"" + route
                        + "\",\"messages\":[{\"role\":\"user\",\"content\":\"Task " + id + "\"}],\"max_tokens\":500}"))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(id + " was answered " + answer.statusCode() + " " + answer.body());
        }
        return answer.headers().firstValue("X-Faregate-Target").orElseThrow();
    }

    /** What the analytics service says at a path. */
    JsonNode analytics(String path) throws IOException, InterruptedException {
        return Fetch.get(analyticsUrl + path);
    }

    /** The canary that the router has in force. */
    JsonNode inForce(String route) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(routerUrl + "/admin/routes/" + route + "/canary"))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + KEY)
                .build();
        return new ObjectMapper()
                .readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    /** How many decision rows there are. */
    long decisions() throws IOException {
        try (Stream<Path> files = Files.list(dir.resolve("usage"))) {
            long decisions = 0;
            for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).toList()) {
                decisions += Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                        .filter(line -> line.contains("\"type\":\"decision\""))
                        .count();
            }
            return decisions;
        }
    }

    /** Asks again until it is so. */
    static JsonNode until(String what, Callable<JsonNode> asked, Predicate<JsonNode> so) throws Exception {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        JsonNode answer = asked.call();
        while (!so.test(answer)) {
            if (System.nanoTime() > endNanos) {
                throw new AssertionError(what + " did not come about: " + answer);
            }
            TimeUnit.MILLISECONDS.sleep(200);
            answer = asked.call();
        }
        return answer;
    }

    @Override
    public void close() {
        troupe.close();
    }
}
