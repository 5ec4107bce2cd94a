package io.faregate.bench.demo;

import io.faregate.bench.sim.ModelSettings;
import io.faregate.bench.sim.SimSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.client.WebClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Agents that work through tasks side by side until the tasks are done or a budget refuses them. */
final class AgentLoad {
    private final Vertx vertx;
    private final WebClient client;
    private final URI router;
    private final String route;
    private final int tasks;
    private final Tally tally;
    private final Map<String, Double> qualityByModel = new HashMap<>();

    AgentLoad(Vertx vertx, URI router, String route, int agents, int tasks, Tally tally) {
        this.vertx = vertx;
        this.router = router;
        this.route = route;
        this.tasks = tasks;
        this.tally = tally;
        this.client = WebClient.wrap(vertx.httpClientBuilder()
                .with(new HttpClientOptions().setTcpNoDelay(true))
                .with(new PoolOptions().setHttp1MaxSize(agents))
                .withConnectHandler(connection -> connection.exceptionHandler(lostWithTheRouter -> {}))
                .build());
        for (ModelSettings model : SimSettings.bundled().models()) {
            qualityByModel.put(model.name(), model.quality());
        }
    }

    /** Completes when every agent has stopped. */
    Future<Void> run(int agents) {
        Promise<Void> all = Promise.promise();
        vertx.runOnContext(start -> {
            List<Future<Void>> ends = new ArrayList<>();
            for (int i = 0; i < agents; i++) {
                ends.add(new Agent(this).start());
            }
            Future.all(ends).<Void>mapEmpty().onComplete(all);
        });
        return all.future();
    }

    WebClient client() {
        return client;
    }

    URI router() {
        return router;
    }

    String route() {
        return route;
    }

    Tally tally() {
        return tally;
    }

    /** Whether a task may still be begun. */
    boolean open() {
        return tally.started.get() < tasks && tally.firstRefusal() == null;
    }

    double quality(String model) {
        return qualityByModel.getOrDefault(model, 1.0);
    }
}
