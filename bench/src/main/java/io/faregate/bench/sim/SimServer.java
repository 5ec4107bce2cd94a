package io.faregate.bench.sim;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A running simulated provider. Closing it frees the port and all connections. */
public final class SimServer implements AutoCloseable {
    private final Vertx vertx;
    private final int port;

    private SimServer(Vertx vertx, int port) {
        this.vertx = vertx;
        this.port = port;
    }

    /**
     * Starts on 127.0.0.1.
     *
     * @param settings the models
     * @param port 0 for any free one
     * @param loops event loops to serve from
     * @throws IllegalStateException the port cannot be had
     */
    public static SimServer start(SimSettings settings, int port, int loops) {
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
        SimModels models = new SimModels(settings);
        AtomicInteger bound = new AtomicInteger();
        // Vert.x lets instances of one deployment share a random port when it is asked for by a negative number.
        int asked = port == 0 ? -1 : port;
        try {
            vertx.deployVerticle(
                            () -> new SimVerticle(models, asked, bound::set),
                            new DeploymentOptions().setInstances(loops))
                    .await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            vertx.close();
            throw new IllegalStateException("cannot serve on 127.0.0.1:" + port + ": " + e.getMessage(), e);
        }
        return new SimServer(vertx, bound.get());
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** {@code http://127.0.0.1:PORT}, without a path. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        try {
            vertx.close().await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the simulated provider did not stop", e);
        }
    }
}
