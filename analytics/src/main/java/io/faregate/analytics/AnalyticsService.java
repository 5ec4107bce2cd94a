package io.faregate.analytics;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.ingest.RowTailer;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.server.AnalyticsServer;
import io.faregate.analytics.store.Warehouse;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running service: the warehouse, who fills it, and who answers from it. Started once, closed once. */
public final class AnalyticsService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnalyticsService.class);
    private static final int READERS = 4;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long SECONDS = 10;

    private final Warehouse warehouse;
    private final TailLoop tail;
    private final Vertx vertx;
    private final int port;

    private AnalyticsService(Warehouse warehouse, TailLoop tail, Vertx vertx, int port) {
        this.warehouse = warehouse;
        this.tail = tail;
        this.vertx = vertx;
        this.port = port;
    }

    /**
     * Opens the database, listens, and begins to follow the files.
     *
     * @throws IllegalStateException if it cannot listen
     */
    public static AnalyticsService start(AnalyticsConfig config) {
        Clock clock = Clock.systemUTC();
        Warehouse warehouse = Warehouse.open(config.database(), READERS);
        Vertx vertx = Vertx.vertx();
        TailLoop tail = new TailLoop(new RowTailer(config.usageDir(), warehouse));
        try {
            Judge judge = new Judge(
                    warehouse, config.routes(), config.policy(), () -> clock.millis() * 1000, new SecureRandom());
            PrometheusMeterRegistry metrics = Metrics.of(warehouse.counts(), tail::isRunning);
            HttpServer server = new AnalyticsServer(vertx, config, warehouse, judge, metrics, tail::isRunning)
                    .listen()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(SECONDS, TimeUnit.SECONDS);
            tail.start();
            lookEveryMinute(vertx, judge);
            return new AnalyticsService(warehouse, tail, vertx, server.actualPort());
        } catch (ExecutionException | TimeoutException e) {
            close(vertx);
            warehouse.close();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalStateException(
                    "cannot listen on " + config.host() + ":" + config.port() + ": " + cause.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while starting", e);
        }
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        close(vertx);
        tail.close();
        warehouse.close();
    }

    /** Looks are recorded whether or not anybody asks. */
    private static void lookEveryMinute(Vertx vertx, Judge judge) {
        vertx.setPeriodic(
                MINUTE_MILLIS,
                id -> vertx.<Integer>executeBlocking(judge::lookAtAll)
                        .onFailure(e -> LOG.warn("the experiments could not be looked at: {}", e.getMessage())));
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
