package io.faregate.analytics;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code train}: a service that answers some requests on loopback and ends, so that a JVM that records what it loads
 * can archive it for later starts.
 */
@Command(
        name = "train",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Answers some requests on loopback and ends, for a JVM that records what it loads.")
final class TrainCommand implements Callable<Integer> {
    private static final long MOST_SECONDS = 120;
    private static final String CONFIG = """
            analytics: { port: 0 }
            routes:
              r: { mode: fallback, targets: [a], canary: { challenger: b, percent: 50, experiment: practice } }
            """;
    private static final List<String> PAGES = List.of(
            "/readyz",
            "/metrics",
            "/v1/canary",
            "/v1/canary/r",
            "/v1/canary/r/history",
            "/v1/costs?group_by=model",
            "/v1/fallthrough");

    @Override
    public Integer call() throws IOException, ConfigFaults, InterruptedException {
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

    private static void train(Path folder) throws IOException, ConfigFaults, InterruptedException {
        Path file = Files.writeString(folder.resolve("faregate.yaml"), CONFIG);
        Map<String, String> variables = Map.of("FAREGATE_DATA_DIR", folder.toString());
        AnalyticsConfig config = new ConfigReader(variables::get).read(file);
        try (AnalyticsService service = AnalyticsService.start(config)) {
            HttpClient client = HttpClient.newHttpClient();
            for (String page : PAGES) {
                URI uri = URI.create("http://" + config.host() + ":" + service.port() + page);
                int status = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                        .statusCode();
                if (status != 200) {
                    throw new IllegalStateException(page + " answered " + status);
                }
            }
        }
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
