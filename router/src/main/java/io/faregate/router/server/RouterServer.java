package io.faregate.router.server;

import io.faregate.router.catalog.Target;
import io.faregate.router.config.Setup;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.limits.LimitBook;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.telemetry.Tracing;
import io.faregate.router.usage.UsageSink;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The router's HTTP side: one server on each event loop, all on one port. Started once, drained once. Thread-safe; the
 * futures complete when what their method says has happened.
 */
public final class RouterServer {
    private static final Logger LOG = LoggerFactory.getLogger(RouterServer.class);
    private static final long POLL_MILLIS = 20;
    private static final int FREE_PORT_TRIES = 8;

    private final Vertx vertx;
    private final Shared shared;
    private final List<HttpVerticle> verticles = new CopyOnWriteArrayList<>();
    private final List<String> deployments = new CopyOnWriteArrayList<>();

    private RouterServer(Vertx vertx, Shared shared) {
        this.vertx = vertx;
        this.shared = shared;
    }

    /** What a server is made of. */
    public record Parts(String instance, String version, int loops, SpendLedger ledger, UsageSink sink) {}

    /** The event loops, for a server and what else is to run on them. */
    public static Vertx loops(int count) {
        VertxOptions options = new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(count);
        Vertx vertx = Vertx.vertx(options);
        if (!vertx.isNativeTransportEnabled()) {
            LOG.info("native transport is off: {}", String.valueOf(vertx.unavailableNativeTransportCause()));
        }
        return vertx;
    }

    /** A server that does not listen yet. */
    public static RouterServer create(Vertx vertx, Parts parts, Setup setup) {
        return create(vertx, parts, setup, Patience.USUAL);
    }

    static RouterServer create(Vertx vertx, Parts parts, Setup setup, Patience patience) {
        Shared shared = new Shared(
                parts.instance(), parts.version(), parts.ledger(), parts.sink(), Snapshot.of(setup), patience);
        return new RouterServer(vertx, shared);
    }

    /** Listens on every loop; completes with the port. */
    public Future<Integer> listen(String host, int port, int loops, Admin admin) {
        return port != 0 ? bind(host, port, loops, admin) : bindFree(host, loops, admin, FREE_PORT_TRIES);
    }

    /** Servers share a port by its number, so a free one is looked for first; somebody may take it in between. */
    private Future<Integer> bindFree(String host, int loops, Admin admin, int tries) {
        int free;
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            free = probe.getLocalPort();
        } catch (IOException e) {
            return Future.failedFuture(e);
        }
        return bind(host, free, loops, admin)
                .recover(taken -> tries > 1 ? bindFree(host, loops, admin, tries - 1) : Future.failedFuture(taken));
    }

    private Future<Integer> bind(String host, int port, int loops, Admin admin) {
        List<Future<?>> bound = new ArrayList<>();
        List<HttpVerticle> servers = new ArrayList<>();
        for (int i = 0; i < loops; i++) {
            HttpVerticle server = new HttpVerticle(shared, host, port, i, admin);
            servers.add(server);
            bound.add(vertx.deployVerticle(server).onSuccess(deployments::add));
        }
        return Future.all(bound).map(all -> {
            verticles.addAll(servers);
            return port;
        });
    }

    /** Puts another configuration in force; requests in hand end under the one they began with. */
    public void swap(Setup setup) {
        shared.swap(Snapshot.of(setup));
    }

    /** Traces all requests from now on; to be told before any comes. */
    public void trace(Tracing tracing) {
        shared.trace(tracing);
    }

    /** Who is benched, for replicas that share it. */
    public BenchBoard board() {
        return shared.board();
    }

    /** The rate limits in force, for replicas that share them. */
    public LimitBook limits() {
        return shared.limits();
    }

    /** Has {@code /readyz} say what ails the state shared with replicas; null is nothing. */
    public void readyDetail(Supplier<@Nullable String> trouble) {
        shared.readyDetail(trouble);
    }

    /** Has {@code /v1/budgets} tell what each replica has drawn of a budget. */
    public void drawnBy(Function<BudgetId, Future<Map<String, Long>>> source) {
        shared.drawnBy(source);
    }

    /** Ends every bench that holds a target back. */
    public void clearBench(Target target) {
        shared.board().clear(target);
    }

    /** Where the process adds what it counts. */
    public MeterRegistry meters() {
        return shared.metrics().registry();
    }

    Shared shared() {
        return shared;
    }

    /** The event loops' runtime, for what must not block them. */
    public Vertx vertx() {
        return vertx;
    }

    /**
     * Refuses new requests, waits for those in hand up to a bound, then breaks off the rest. Blocks; not for a loop.
     *
     * @param settled run when all is settled and the loops still live
     */
    public void drain(long nanos, Runnable settled) {
        drain(nanos, settled, vertx::close);
    }

    /** The same for a server on event loops that go on for others. */
    public void withdraw(long nanos, Runnable settled) {
        drain(
                nanos,
                settled,
                () -> Future.all(deployments.stream().map(vertx::undeploy).toList()));
    }

    private void drain(long nanos, Runnable settled, Supplier<Future<?>> ending) {
        shared.drain();
        long until = System.nanoTime() + nanos;
        try {
            while (shared.open() > 0 && System.nanoTime() < until) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            abandonRest();
            // What was written last is on its way through the sockets.
            TimeUnit.MILLISECONDS.sleep(5 * POLL_MILLIS);
            settled.run();
            ending.get().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            LOG.warn("the event loops did not end in time");
        }
    }

    private void abandonRest() throws InterruptedException {
        if (shared.open() == 0) {
            return;
        }
        LOG.info("{} requests are broken off", shared.open());
        for (HttpVerticle verticle : verticles) {
            verticle.abandon();
        }
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        while (shared.open() > 0 && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }
}
