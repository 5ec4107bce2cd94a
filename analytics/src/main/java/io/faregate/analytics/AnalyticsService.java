package io.faregate.analytics;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.Settings;
import io.faregate.analytics.config.Webhook;
import io.faregate.analytics.ingest.RowTailer;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.promote.Promoter;
import io.faregate.analytics.promote.RouterAdmin;
import io.faregate.analytics.retain.Retention;
import io.faregate.analytics.server.AnalyticsServer;
import io.faregate.analytics.server.BindFault;
import io.faregate.analytics.store.Warehouse;
import io.faregate.analytics.watch.Messenger;
import io.faregate.analytics.watch.Outbox;
import io.faregate.analytics.watch.Watch;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The running service: the warehouse, who fills it, and who answers from it. Started once, closed once. */
public final class AnalyticsService implements AutoCloseable {
    private static final int READERS = 4;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long REST_MILLIS = 200;
    private static final long CONFIG_MILLIS = 400;
    private static final long ACT_MILLIS = 2_000;
    private static final int ACT_TIMES = 3;
    private static final long WATCH_MILLIS = 30_000;
    private static final long MESSAGE_MILLIS = 1_000;
    private static final long RETAIN_MILLIS = 3_600_000;
    private static final long SECONDS = 30;

    private final Warehouse warehouse;
    private final Loop tail;
    private final Loop looks;
    private final Loop acts;
    private final Loop watching;
    private final Loop messages;
    private final Loop retaining;
    private final Loop following;
    private final @Nullable RouterAdmin admin;
    private final Vertx vertx;
    private final List<String> operations;
    private final int port;

    private AnalyticsService(
            Warehouse warehouse,
            Loop tail,
            Loop looks,
            Loop acts,
            Loop watching,
            Loop messages,
            Loop retaining,
            Loop following,
            @Nullable RouterAdmin admin,
            Vertx vertx,
            List<String> operations,
            int port) {
        this.warehouse = warehouse;
        this.tail = tail;
        this.looks = looks;
        this.acts = acts;
        this.watching = watching;
        this.messages = messages;
        this.retaining = retaining;
        this.following = following;
        this.admin = admin;
        this.vertx = vertx;
        this.operations = operations;
        this.port = port;
    }

    /** Starts with settings that stay; see {@link #start(Settings)}. */
    public static AnalyticsService start(AnalyticsConfig config) {
        return start(Settings.fixed(config));
    }

    /**
     * Opens the database, listens, and begins to follow the files: the rows, and that of the settings.
     *
     * @throws IllegalStateException if it cannot listen
     */
    public static AnalyticsService start(Settings settings) {
        AnalyticsConfig config = settings.now();
        Clock clock = Clock.systemUTC();
        Warehouse warehouse = Warehouse.open(
                config.database(),
                READERS,
                route -> settings.now().canaries().policy(route).window().toNanos() / 1000);
        // Nothing is served from files: without this a folder for copies of them is made, and left behind by a kill.
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        RowTailer tailer = new RowTailer(config.usageDir(), warehouse);
        Loop tail = new Loop("tailer", REST_MILLIS, tailer::step);
        RouterAdmin admin = config.adminKey() == null ? null : new RouterAdmin(vertx, config.adminKey());
        Supplier<Canaries> canaries = () -> settings.now().canaries();
        try {
            Judge judge = new Judge(warehouse, canaries, () -> clock.millis() * 1000, new SecureRandom());
            Promoter promoter = new Promoter(settings::now, admin, judge);
            Supplier<List<Webhook>> webhooks = () -> settings.now().webhooks();
            Watch watch = new Watch(warehouse, new Outbox(webhooks), () -> clock.millis() * 1000);
            Messenger messenger = new Messenger(warehouse, webhooks, () -> clock.millis() * 1000);
            PrometheusMeterRegistry metrics = Metrics.of(warehouse.counts(), tail::isRunning);
            Metrics.incidents(metrics, watch, messenger);
            Retention retention =
                    new Retention(warehouse, () -> settings.now().keepDays(), canaries, () -> clock.millis() * 1000);
            Metrics.retention(metrics, retention, warehouse);
            Metrics.settings(metrics, settings);
            AnalyticsServer answering = new AnalyticsServer(
                    vertx, settings::now, admin, warehouse, judge, promoter, metrics, tail::isRunning);
            HttpServer server =
                    answering.listen().toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
            // Looks are recorded whether or not anybody asks; the first warms what the first question needs.
            Loop looks = new Loop("judge", MINUTE_MILLIS, () -> {
                judge.lookAtAll();
                return false;
            });
            Loop acts = new Loop("promoter", ACT_MILLIS, ACT_TIMES, () -> {
                promoter.round();
                return false;
            });
            Loop watching = new Loop("watch", WATCH_MILLIS, () -> {
                watch.round();
                return false;
            });
            Loop messages = new Loop("messenger", MESSAGE_MILLIS, () -> {
                messenger.round();
                return false;
            });
            Loop following = new Loop("config-watch", CONFIG_MILLIS, () -> {
                settings.look();
                return false;
            });
            // At the start and within the hour after each midnight; a look that finds nothing due costs next to
            // nothing.
            Loop retaining = new Loop("retention", RETAIN_MILLIS, retention::step);
            tail.start();
            retaining.start();
            watching.start();
            messages.start();
            looks.start();
            acts.start();
            following.start();
            return new AnalyticsService(
                    warehouse,
                    tail,
                    looks,
                    acts,
                    watching,
                    messages,
                    retaining,
                    following,
                    admin,
                    vertx,
                    answering.operations(),
                    server.actualPort());
        } catch (ExecutionException | TimeoutException e) {
            close(vertx);
            warehouse.close();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(
                    "cannot listen on " + config.host() + ":" + config.port() + ": " + BindFault.words(cause), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** What it answers: {@code METHOD /path/{name}}. */
    public List<String> operations() {
        return operations;
    }

    @Override
    public void close() {
        following.close();
        acts.close();
        watching.close();
        messages.close();
        retaining.close();
        if (admin != null) {
            admin.close();
        }
        close(vertx);
        tail.close();
        looks.close();
        warehouse.close();
    }

    private static void close(Vertx vertx) {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the server did not close", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
