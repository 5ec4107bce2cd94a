package io.faregate.router.cli;

import io.faregate.router.admin.AdminSurface;
import io.faregate.router.admin.Control;
import io.faregate.router.admin.DecisionLog;
import io.faregate.router.admin.FileWatch;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Environment;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.Setup;
import io.faregate.router.health.Classifier;
import io.faregate.router.server.Admin;
import io.faregate.router.server.RouterServer;
import io.faregate.router.sink.InstanceName;
import io.faregate.router.sink.JsonlUsageSink;
import io.faregate.router.sink.RowPusher;
import io.faregate.router.sink.StdoutTee;
import io.faregate.router.sink.UsageHistory;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.telemetry.GenAiNames;
import io.faregate.router.telemetry.Otlp;
import io.faregate.router.telemetry.Tracing;
import io.faregate.router.usage.RowReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One running router: everything wired, listening, its file watched. Thread-safe; stopped once. */
public final class RouterProcess {
    private static final Logger LOG = LoggerFactory.getLogger(RouterProcess.class);
    private static final long START_SECONDS = 30;
    /** The longest day there is, and what tasks are remembered for. */
    private static final long REMEMBERED_MILLIS = 26 * 3_600_000L;

    private final RouterServer server;
    private final Control control;
    private final JsonlUsageSink sink;
    private final @Nullable RowPusher pusher;
    private final FileWatch watch;
    private final Replicas replicas;
    private final @Nullable Tracing tracing;
    private final boolean ownLoops;
    private final String url;

    private RouterProcess(
            RouterServer server,
            Control control,
            JsonlUsageSink sink,
            @Nullable RowPusher pusher,
            FileWatch watch,
            Replicas replicas,
            @Nullable Tracing tracing,
            boolean ownLoops,
            String url) {
        this.server = server;
        this.control = control;
        this.sink = sink;
        this.pusher = pusher;
        this.watch = watch;
        this.replicas = replicas;
        this.tracing = tracing;
        this.ownLoops = ownLoops;
        this.url = url;
    }

    /** Starts a router with a file's configuration on event loops of its own; returns once it listens. */
    static RouterProcess start(Path file, Map<String, String> variables, String version)
            throws ConfigException, StartException {
        // Made while the file is read: either is mostly the loading of classes.
        CompletableFuture<Vertx> loops = CompletableFuture.supplyAsync(
                () -> RouterServer.loops(Runtime.getRuntime().availableProcessors()),
                task -> new Thread(task, "loops").start());
        // Beside the rest of the start, so that neither it nor the first call that fails waits for a JSON mapper.
        CompletableFuture<Void> unused =
                loops.thenRunAsync(Classifier::prepare, task -> new Thread(task, "first-failure").start());
        return start(loops::join, true, file, variables, version);
    }

    /**
     * Starts a router on the event loops of a program that it is a part of; returns once it listens. Blocks.
     *
     * @param variables the environment of the configuration
     * @throws ConfigException with everything that is wrong with the file
     * @throws StartException if it cannot listen
     */
    public static RouterProcess within(Vertx vertx, Path file, Map<String, String> variables, String version)
            throws ConfigException, StartException {
        return start(() -> vertx, false, file, variables, version);
    }

    private static RouterProcess start(
            Supplier<Vertx> made, boolean ownLoops, Path file, Map<String, String> variables, String version)
            throws ConfigException, StartException {
        FileConfigSource source = FileConfigSource.of(file, variables);
        Control control = Control.open(source);
        Vertx vertx = made.get();
        int loops = Runtime.getRuntime().availableProcessors();
        String instance = InstanceName.of(variables, ProcessHandle.current().pid(), System.currentTimeMillis());
        Replicas replicas = Replicas.of(vertx, control.setup().config().redisUrl(), instance);
        replicas.share(control);
        Setup setup = control.setup();
        RouterConfig config = setup.config();
        SpendLedger ledger = replicas.ledger(config.budgets().timeZone(), loops);
        Control.configure(ledger, setup);
        Path directory = source.resolve(config.usage().dir());
        replicas.beforeRows();
        restore(ledger, directory);
        Consumer<byte[]> tee = config.usage().stdout() ? StdoutTee.start(System.out) : JsonlUsageSink.NO_TEE;
        JsonlUsageSink sink = JsonlUsageSink.start(directory, instance, System::currentTimeMillis, tee);
        RouterServer server =
                RouterServer.create(vertx, new RouterServer.Parts(instance, version, loops, ledger, sink), setup);
        Tracing tracing = tracing(config.telemetry(), variables, version, instance);
        if (tracing != null) {
            server.trace(tracing);
        }
        control.serve(server, ledger);
        ProcessMeters.register(server.meters(), ledger, sink, control);
        RowPusher pusher = pusher(config.analytics(), directory, variables, server.meters());
        replicas.join(server, ledger);
        String host = config.server().host();
        Admin admin = new AdminSurface(server, control, new DecisionLog(sink, instance, version, server.meters()));
        int port = bound(server, host, source.port(setup), loops, admin);
        FileWatch watch = FileWatch.start(file, () -> control.reload("file changed"));
        setup.warnings().forEach(warning -> LOG.warn("{}", warning));
        LOG.info(
                "providers:\n{}",
                String.join("\n", ProviderTable.lines(setup.routing().providers())));
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return new RouterProcess(
                server, control, sink, pusher, watch, replicas, tracing, ownLoops, "http://" + shown + ":" + port);
    }

    private static @Nullable Tracing tracing(
            RouterConfig.Telemetry telemetry, Map<String, String> variables, String version, String instance) {
        URI endpoint = telemetry.otlpEndpoint();
        if (endpoint == null) {
            return null;
        }
        String name = variables.getOrDefault("OTEL_SERVICE_NAME", "faregate");
        String headers = variables.getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", "");
        GenAiNames names = telemetry.latestNames() ? GenAiNames.LATEST : GenAiNames.V1_41;
        LOG.info("traces go to {}", endpoint);
        return Otlp.tracing(
                endpoint, headers, telemetry.sampleRatio(), names, new Tracing.Service(name, version, instance));
    }

    private static int bound(RouterServer server, String host, int port, int loops, Admin admin) throws StartException {
        try {
            return server.listen(host, port, loops, admin)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(START_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new StartException("The router cannot listen on " + host + ":" + port + ": "
                    + BindFault.words(e.getCause() == null ? e : e.getCause()) + ".");
        } catch (TimeoutException e) {
            throw new StartException("The router did not listen within " + START_SECONDS + " s.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("The start was interrupted.");
        }
    }

    /** Who sends the rows to an analytics service elsewhere; null where none is named. */
    private static @Nullable RowPusher pusher(
            RouterConfig.Analytics analytics, Path directory, Map<String, String> variables, MeterRegistry meters) {
        String url = analytics.url();
        if (url == null) {
            return null;
        }
        String key =
                new Environment(variables, name -> ConfigFiles.textOf(name).orElse(null)).get(analytics.adminKeyEnv());
        RowPusher pusher = RowPusher.start(URI.create(url), directory, key);
        ProcessMeters.register(meters, pusher);
        return pusher;
    }

    private static void restore(SpendLedger ledger, Path directory) {
        long now = System.currentTimeMillis();
        RowReader rows = new RowReader(now - REMEMBERED_MILLIS, fact -> ledger.restore(fact, now));
        UsageHistory.read(directory, now - REMEMBERED_MILLIS, rows);
        if (rows.calls() > 0) {
            LOG.info("the day's totals are rebuilt from the rows of {} calls", rows.calls());
        }
    }

    /** Where it listens. */
    public String url() {
        return url;
    }

    /** Reads the file again; a faulty one is told and the old one stays. */
    void reload() {
        control.reload("signal");
    }

    /** Drains and stops. Blocks until done; not for an event loop. */
    public void stop() {
        watch.close();
        long patienceNanos = control.setup().config().server().drainNanos();
        if (ownLoops) {
            server.drain(patienceNanos, replicas::leave);
        } else {
            server.withdraw(patienceNanos, replicas::leave);
        }
        sink.close();
        if (tracing != null) {
            tracing.close();
        }
        if (pusher != null) {
            pusher.close();
        }
    }
}
