package io.faregate.analytics.server;

import io.faregate.analytics.answer.IncidentJson;
import io.faregate.analytics.query.IncidentLog;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.LongSupplier;

/** {@code /v1/incidents}: what was out of the usual, newest first. */
final class IncidentsApi {
    private final Warehouse warehouse;
    private final Answers answers;
    private final LongSupplier nowMicros;

    IncidentsApi(Warehouse warehouse, Answers answers, LongSupplier nowMicros) {
        this.warehouse = warehouse;
        this.answers = answers;
        this.nowMicros = nowMicros;
    }

    void mount(Router router) {
        router.get("/v1/incidents").handler(this::list);
    }

    private void list(RoutingContext context) {
        TimeRange range = CostsApi.range(context);
        String open = context.request().getParam("open", "false");
        if (!open.equals("true") && !open.equals("false")) {
            throw Problem.badRequest("open: expected true or false, found " + open);
        }
        Paging paging = Paging.of(context, nowMicros.getAsLong());
        answers.answer(context, () -> {
            IncidentLog.Found found =
                    warehouse.read(c -> IncidentLog.find(c, range, open.equals("true"), paging.page()));
            return Body.json(IncidentJson.of(found, range, paging.next(found.total())));
        });
    }
}
