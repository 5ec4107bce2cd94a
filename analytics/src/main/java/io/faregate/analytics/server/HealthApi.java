package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.server.Answers.Body;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.BooleanSupplier;

/** {@code /livez}, {@code /readyz} and {@code /metrics}. */
final class HealthApi {
    private final BooleanSupplier ready;
    private final PrometheusMeterRegistry metrics;

    HealthApi(BooleanSupplier ready, PrometheusMeterRegistry metrics) {
        this.ready = ready;
        this.metrics = metrics;
    }

    void mount(Router router) {
        router.get("/livez").handler(context -> Answers.send(context, status("ok")));
        router.get("/readyz").handler(this::readyz);
        router.get("/metrics")
                .handler(context ->
                        Answers.send(context, new Body("text/plain; version=0.0.4; charset=utf-8", metrics.scrape())));
    }

    private void readyz(RoutingContext context) {
        if (!ready.getAsBoolean()) {
            throw new Problem(503, "Not ready", "the service is stopping, or its rows are not followed");
        }
        Answers.send(context, status("ready"));
    }

    private static Body status(String status) {
        ObjectNode node = Json.object();
        node.put("status", status);
        return Body.json(node);
    }
}
