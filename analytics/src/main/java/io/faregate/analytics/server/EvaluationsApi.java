package io.faregate.analytics.server;

import io.faregate.analytics.answer.EvaluationsJson;
import io.faregate.analytics.query.Records;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** {@code /v1/evaluations}: the recorded ones, as they can be made again. */
final class EvaluationsApi {
    private final Warehouse warehouse;
    private final Answers answers;

    EvaluationsApi(Warehouse warehouse, Answers answers) {
        this.warehouse = warehouse;
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/evaluations").handler(this::find);
    }

    private void find(RoutingContext context) {
        String recordId = context.request().getParam("record_id");
        String route = context.request().getParam("route");
        answers.answer(
                context, () -> Body.json(EvaluationsJson.of(warehouse.read(c -> Records.find(c, recordId, route)))));
    }
}
