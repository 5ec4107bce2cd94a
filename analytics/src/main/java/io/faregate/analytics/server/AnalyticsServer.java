package io.faregate.analytics.server;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.Loopback;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.promote.Promoter;
import io.faregate.analytics.promote.RouterAdmin;
import io.faregate.analytics.store.Warehouse;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server: routes, the key where one is needed, and problems for all that goes wrong. One event loop is plenty;
 * the work is the database's and runs on workers.
 */
public final class AnalyticsServer {
    private static final int WORKERS = 8;
    /** One stores while the other reads lines; more would only hold more bodies unpacked. */
    private static final int ROW_WORKERS = 2;

    private static final Set<String> OPEN_PATHS = Set.of("/livez", "/readyz");

    private final Vertx vertx;
    private final AnalyticsConfig config;
    private final Router router;
    private final AdminKey key;

    /**
     * A server that is not listening yet.
     *
     * @param settings as they stand; where it listens and its key are those of now
     * @param admin the surface of the routers, null without a key; whoever made it closes it
     */
    public AnalyticsServer(
            Vertx vertx,
            Supplier<AnalyticsConfig> settings,
            @Nullable RouterAdmin admin,
            Warehouse warehouse,
            Judge judge,
            Promoter promoter,
            PrometheusMeterRegistry metrics,
            BooleanSupplier ready) {
        this.vertx = vertx;
        this.config = settings.get();
        this.router = Router.router(vertx);
        WorkerExecutor workers = vertx.createSharedWorkerExecutor("queries", WORKERS);
        Answers answers = new Answers(workers);
        this.key = new AdminKey(config.adminKey());
        if (key.isSet() && !Loopback.is(config.host())) {
            router.route().handler(this::keyNeeded);
        }
        DescriptionApi description = new DescriptionApi();
        KnownParameters.mount(router, description.tree());
        new HealthApi(ready, metrics).mount(router);
        new CanaryApi(warehouse, judge, promoter, answers).mount(router);
        new EvaluationsApi(warehouse, answers).mount(router);
        new CostsApi(warehouse, answers).mount(router);
        new TrafficApi(warehouse, answers).mount(router);
        new CloserLookApi(judge, answers).mount(router);
        new ControlApi(settings, admin).mount(router);
        new BudgetsApi(warehouse, new CapsInForce(settings, admin), judge::nowMicros, answers).mount(router);
        new RowsApi(new Intake(warehouse), new Answers(vertx.createSharedWorkerExecutor("rows", ROW_WORKERS)))
                .mount(router);
        new IncidentsApi(warehouse, answers, judge::nowMicros).mount(router);
        description.mount(router);
        new PageApi(workers).mount(router);
        router.route().failureHandler(AnalyticsServer::failed);
        router.errorHandler(404, c -> Problem.notFound("no such page").answer(c));
        router.errorHandler(405, c -> new Problem(405, "Method not allowed", "no such method here").answer(c));
    }

    /** What it answers: {@code METHOD /path/{name}}, as its description writes paths. */
    public List<String> operations() {
        List<String> operations = new ArrayList<>();
        for (Route route : router.getRoutes()) {
            String path = String.valueOf(route.getName()).replaceAll(":([A-Za-z_]+)", "{$1}");
            if (route.methods() != null) {
                route.methods().forEach(method -> operations.add(method + " " + path));
            }
        }
        // What checks an operation's parameters is mounted under the same name.
        return operations.stream().distinct().toList();
    }

    /** Listens; completes with the server, whose port is then known. */
    public Future<HttpServer> listen() {
        HttpServerOptions options = new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setHandle100ContinueAutomatically(true)
                // An answer of more than 64 KiB to a request that upgrades is now and then sent as it was.
                .setHttp2ClearTextEnabled(false)
                .setCompressionSupported(true);
        return vertx.createHttpServer(options).requestHandler(router).listen();
    }

    private void keyNeeded(RoutingContext context) {
        String path = context.request().path();
        if (!OPEN_PATHS.contains(path) && !PageApi.owns(path)) {
            key.demand(context);
        }
        context.next();
    }

    private static void failed(RoutingContext context) {
        Throwable failure = context.failure();
        if (context.statusCode() == 413) {
            new Problem(413, "Content too large", "the body is too large").answer(context);
        } else if (failure == null) {
            new Problem(Math.max(400, context.statusCode()), "Error", "the request could not be answered")
                    .answer(context);
        } else {
            Answers.fail(context, failure);
        }
    }
}
