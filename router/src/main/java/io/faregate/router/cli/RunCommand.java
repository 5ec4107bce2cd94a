package io.faregate.router.cli;

import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Overrides;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code run}: the router and, beside it, the analytics service; without configuration and keys the demonstration. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the router and the analytics service in the foreground; Ctrl-C or SIGTERM drains and stops both.",
            "Without --config it uses FAREGATE_CONFIG or ./faregate.yaml; else every provider whose key variable is "
                    + "set; else simulated providers."
        })
public final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);
    private static final String DEMO = "/io/faregate/router/demo.yaml";
    private static final String SIM_READY = "sim ready on ";
    private static final long START_SECONDS = 60;

    private final Map<String, String> variables;
    private final String version;
    private final List<Companion> companions = new ArrayList<>();
    private volatile @Nullable Path written;

    @Option(names = "--config", paramLabel = "FILE", description = "the configuration")
    private @Nullable Path config;

    /** Over the environment variables of the process. */
    public RunCommand(Map<String, String> variables, String version) {
        this(variables, version, null);
    }

    RunCommand(Map<String, String> variables, String version, @Nullable Path config) {
        this.variables = new HashMap<>(variables);
        this.version = version;
        this.config = config;
    }

    @Nullable
    Path config() {
        return config;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            Path file = chosen();
            RouterProcess router = RouterProcess.start(file, variables, version);
            ProcessEnd.stopOnSignal(() -> stop(router));
            ProcessEnd.onHangUp(router::reload);
            // Whom analytics tells of a promotion, and shows the admin key, unless the file names somebody: also where
            // the port was any free one.
            variables.put(
                    "FAREGATE_ROUTER_PORT",
                    String.valueOf(URI.create(router.url()).getPort()));
            CompletableFuture<String> ready = new CompletableFuture<>();
            Companion analytics = start(
                    "analytics",
                    "512m",
                    List.of("analytics", "--config", file.toString()),
                    "analytics ready on ",
                    ready);
            analytics.onEnd(RunCommand::tellGone);
            await(ready, "The analytics service");
            System.out.println("router ready on " + router.url());
            System.out.println("analytics ready on " + ready.getNow(""));
            System.out.flush();
            Thread.currentThread().join();
            return 0;
        } catch (ConfigException | StartException e) {
            System.err.println(e.getMessage());
            stopCompanions();
            return 1;
        }
    }

    private Path chosen() throws ConfigException, StartException {
        Path named = ConfigFile.chosen(config, variables);
        if (named != null) {
            return named;
        }
        boolean registered = !new ConfigFiles(variables)
                .withoutFile(Overrides.NONE)
                .routing()
                .targets()
                .isEmpty();
        if (registered) {
            return temporary("{}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        System.err.println("No configuration and no provider key: the providers are simulated and no money is spent.");
        System.err.println("For real ones set a key, for example OPENAI_API_KEY, or give --config FILE.");
        CompletableFuture<String> ready = new CompletableFuture<>();
        start("bench", "128m", List.of("sim"), SIM_READY, ready);
        variables.put("SIM_URL", await(ready, "The simulated provider"));
        try (InputStream demo = RunCommand.class.getResourceAsStream(DEMO)) {
            if (demo == null) {
                throw new IllegalStateException("the jar lacks " + DEMO);
            }
            return temporary(demo.readAllBytes());
        } catch (IOException e) {
            throw new StartException("The demonstration's configuration cannot be read: " + e.getMessage());
        }
    }

    private Path temporary(byte[] text) throws StartException {
        try {
            Path file = Files.createTempFile("faregate-", ".yaml");
            written = file;
            return Files.write(file, text);
        } catch (IOException e) {
            throw new StartException("A temporary file cannot be written: " + e.getMessage());
        }
    }

    private Companion start(
            String module, String heap, List<String> arguments, String readyLine, CompletableFuture<String> ready)
            throws StartException {
        Companion companion = Companion.start(module, heap, arguments, variables, line -> {
            if (line.startsWith(readyLine)) {
                ready.complete(line.substring(readyLine.length()));
            } else if (!line.isEmpty()) {
                System.err.println(line);
            }
        });
        companions.add(companion);
        companion.onEnd(end -> {
            if (!end.asked()) {
                ready.completeExceptionally(new StartException(end.words()));
            }
        });
        return companion;
    }

    private static String await(CompletableFuture<String> ready, String who) throws StartException {
        try {
            return ready.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new StartException(who + " did not start: " + e.getCause());
        } catch (TimeoutException e) {
            throw new StartException(who + " was not ready within " + START_SECONDS + " s.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("The start was interrupted.");
        }
    }

    private static void tellGone(Companion.End end) {
        if (!end.wanted()) {
            LOG.error("the analytics service is gone: {}; the router goes on", end.words());
        } else if (!end.asked()) {
            LOG.info("the analytics service was stopped");
        }
    }

    private void stop(RouterProcess router) {
        companions.forEach(Companion::expectEnd);
        router.stop();
        stopCompanions();
    }

    private void stopCompanions() {
        companions.forEach(Companion::stop);
        // Not on exit: a clean stop halts the JVM, which then deletes nothing.
        Path file = written;
        if (file != null && !file.toFile().delete()) {
            LOG.debug("{} stays", file);
        }
    }
}
