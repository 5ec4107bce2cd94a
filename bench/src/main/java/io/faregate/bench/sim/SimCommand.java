package io.faregate.bench.sim;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sim}: the simulated provider as a process of its own. */
@Command(
        name = "sim",
        mixinStandardHelpOptions = true,
        description = "Serves simulated models in OpenAI's format until it is stopped.")
public final class SimCommand implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "0", description = "port on 127.0.0.1; 0: any free one")
    int port;

    @Option(names = "--loops", defaultValue = "1", description = "event loops (default: ${DEFAULT-VALUE})")
    int loops;

    @Option(names = "--settings", description = "YAML or JSON file of models (default: the demonstration's)")
    @Nullable
    Path settings;

    @Option(names = "--model", description = "serve this model, set by the options below, instead of a file's")
    List<String> models = new ArrayList<>();

    @Option(names = "--latency-ms", defaultValue = "0", description = "time to the head of an answer")
    double latencyMillis;

    @Option(names = "--latency-sigma", defaultValue = "0", description = "0: fixed, else lognormal")
    double latencySigma;

    @Option(names = "--output-tokens", defaultValue = "64", description = "length of an answer")
    double outputTokens;

    @Option(names = "--chunk-gap-ms", defaultValue = "0", description = "time between two chunks of a stream")
    long chunkGapMillis;

    @Option(
            names = "--fail",
            paramLabel = "KIND=RATE",
            description = "error_500, rate_limit_429, hang, cut or error_event with its probability")
    Map<String, Double> fail = new LinkedHashMap<>();

    @Option(names = "--seed", defaultValue = "1", description = "seed of all draws")
    long seed;

    @Option(names = "--exit-on-stdin-eof", description = "end when standard input is closed")
    boolean exitOnStdinEof;

    @Override
    public Integer call() throws IOException, InterruptedException {
        SimServer server;
        try {
            server = SimServer.start(resolve(), port, loops);
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("sim: " + e.getMessage());
            return 1;
        }
        CountDownLatch stop = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            stop.countDown();
        }));
        System.out.println("sim ready on " + server.url());
        System.out.flush();
        if (exitOnStdinEof) {
            System.in.transferTo(OutputStream.nullOutputStream());
            return 0;
        }
        stop.await();
        return 0;
    }

    private SimSettings resolve() {
        if (!models.isEmpty()) {
            List<ModelSettings> all = new ArrayList<>();
            for (String name : models) {
                all.add(ModelSettings.of(
                        name,
                        null,
                        new Spread(latencyMillis, latencySigma),
                        chunkGapMillis,
                        Spread.fixed(outputTokens),
                        1,
                        fail,
                        1,
                        0.0,
                        1.0));
            }
            return new SimSettings(seed, false, all);
        }
        return settings == null ? SimSettings.bundled() : SimSettings.read(settings);
    }
}
