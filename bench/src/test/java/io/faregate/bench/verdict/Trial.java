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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A canary on real programs: two simulated models, routers that know their prices, an analytics service that may act.
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
    private final List<Integer> ports = new ArrayList<>();
    private final List<Child> routers = new ArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private @Nullable String analyticsUrl;

    /** Starts the models and one router. */
    Trial(Path dir, double failures, double price, int routes, int percent, List<Integer> ramp) throws Exception {
        this(dir, failures, price, routes, percent, ramp, 1, null);
    }

    /**
     * Starts the models and the routers.
     *
     * @param failures of the challenger's model, 0 to 1
     * @param price the challenger's, as a part of the primary's
     * @param routes how many routes, {@code r0} on
     * @param percent where the canary begins
     * @param ramp its steps
     * @param replicas how many routers, each with a folder of its own but for the rows
     * @param redis what they share, null for nothing
     */
    Trial(
            Path dir,
            double failures,
            double price,
            int routes,
            int percent,
            List<Integer> ramp,
            int replicas,
            @Nullable String redis)
            throws Exception {
        this.dir = dir;
        for (int i = 0; i < replicas; i++) {
            try (ServerSocket free = new ServerSocket(0)) {
                ports.add(free.getLocalPort());
            }
        }
        troupe = new Troupe(Home.ofClassPath(), Folder.of(dir));
        Path models = dir.resolve("models.yaml");
        Files.writeString(models, """
                seed: 7
                models:
                  - { name: old, output_tokens: { median: 60, sigma: 0.5 } }
                  - { name: new, output_tokens: { median: 60, sigma: 0.5 }, failures: { error_500: %s } }
                """.formatted(failures));
        Path file = dir.resolve("faregate.yaml");
        String shared = redis == null ? "" : "shared: { redis: \"" + redis + "\" }\n";
        Files.writeString(file, shared + configuration(price, routes, percent, ramp));
        configuration = file.toString();
        troupe.tell("FAREGATE_ADMIN_KEY", KEY);
        try {
            troupe.sim("--settings", models.toString());
            for (int i = 0; i < replicas; i++) {
                routers.add(router(i));
            }
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
                usage: { dir: "%s" }
                analytics:
                  database: analytics.duckdb
                  routers: [ %s ]
                  window: 0s
                  outcome_window: 0s
                  min_days: 0
                  margins: { success: 0.05, error: 0.05, fallthrough: 0.05, latency: 50 }
                routes:
                """.formatted(
                        price,
                        2 * price,
                        usage(),
                        ports.stream().map(port -> "\"" + url(port) + "\"").collect(Collectors.joining(", "))));
        for (int i = 0; i < routes; i++) {
            text.append("  r%d: { mode: fallback, targets: [old], canary: { challenger: new, percent: %d,"
                    .formatted(i, percent));
            text.append(" experiment: e%d, promotion: auto, ramp: %s } }%n".formatted(i, ramp));
        }
        return text.toString();
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private Path usage() {
        return dir.resolve("usage");
    }

    private Child router(int replica) throws InterruptedException {
        troupe.tell("FAREGATE_ROUTER_PORT", ports.get(replica).toString());
        troupe.tell("FAREGATE_DATA_DIR", dir.resolve("router-" + replica).toString());
        Child started = troupe.start("router", "router", List.of("router", "--config", configuration));
        started.awaitReady(READY_SECONDS);
        return started;
    }

    /** Ends the router as an operator does and starts it anew. */
    void restartRouter() throws InterruptedException {
        stopRouter(0);
        startRouter(0);
    }

    /** Ends a router as an operator does. */
    void stopRouter(int replica) {
        routers.get(replica).close();
    }

    /** Starts a router that was stopped, in its own folder. */
    void startRouter(int replica) throws InterruptedException {
        routers.set(replica, router(replica));
    }

    /** From now on the service looks and acts. */
    void startAnalytics() throws InterruptedException {
        troupe.tell("FAREGATE_DATA_DIR", dir.toString());
        analyticsUrl = troupe.start("analytics", "analytics", List.of("analytics", "--config", configuration))
                .awaitReady(READY_SECONDS);
    }

    /** Sends a task of one call for each id, and gives the target that answered each; every answer is a 200. */
    List<String> tasks(String route, List<String> ids) throws Exception {
        return tasks(0, route, ids);
    }

    /** Sends them to one of several routers. */
    List<String> tasks(int replica, String route, List<String> ids) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (String id : ids) {
                answers.add(clients.submit(() -> task(ports.get(replica), route, id)));
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

    private String task(int port, String route, String id) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url(port) + "/v1/chat/completions"))
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
        return inForce(0, route);
    }

    /** The canary that one of several routers has in force. */
    JsonNode inForce(int replica, String route) throws IOException, InterruptedException {
        URI page = URI.create(url(ports.get(replica)) + "/admin/routes/" + route + "/canary");
        HttpRequest request = HttpRequest.newBuilder(page)
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + KEY)
                .build();
        return new ObjectMapper()
                .readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    /** How many decision rows there are. */
    long decisions() throws IOException {
        try (Stream<Path> files = Files.list(usage())) {
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
