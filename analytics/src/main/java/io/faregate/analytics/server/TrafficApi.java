package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Archived;
import io.faregate.analytics.answer.CallJson;
import io.faregate.analytics.answer.RefusalsJson;
import io.faregate.analytics.answer.RequestsJson;
import io.faregate.analytics.answer.RoutingJson;
import io.faregate.analytics.query.RefusalsQuery;
import io.faregate.analytics.query.RequestsQuery;
import io.faregate.analytics.query.RequestsQuery.Cursor;
import io.faregate.analytics.query.RequestsQuery.Filter;
import io.faregate.analytics.query.RoutingQuery;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** {@code /v1/requests}, {@code /v1/routing} and {@code /v1/refusals}: what became of the calls of a range. */
final class TrafficApi {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1000;

    private final Warehouse warehouse;
    private final Answers answers;

    TrafficApi(Warehouse warehouse, Answers answers) {
        this.warehouse = warehouse;
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/requests").handler(this::requests);
        router.get("/v1/routing").handler(this::routing);
        router.get("/v1/refusals").handler(this::refusals);
    }

    private void requests(RoutingContext context) {
        TimeRange range = CostsApi.range(context);
        Cursor cursor = Problem.orBadRequest(() -> Cursor.parse(parameter(context, "cursor")));
        int limit = WholeNumber.parameter(context, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        Filter filter = new Filter(
                parameter(context, "route"),
                parameter(context, "target"),
                parameter(context, "outcome"),
                parameter(context, "arm"),
                parameter(context, "key"));
        answers.answer(
                context,
                () -> told(
                        range,
                        RequestsJson.of(
                                warehouse.read(c -> RequestsQuery.of(c, range, filter, cursor, limit, CallJson::of)),
                                range)));
    }

    private void routing(RoutingContext context) {
        TimeRange range = CostsApi.range(context);
        String route = parameter(context, "route");
        answers.answer(
                context,
                () -> told(range, RoutingJson.of(warehouse.read(c -> RoutingQuery.of(c, range, route)), range)));
    }

    private void refusals(RoutingContext context) {
        TimeRange range = CostsApi.range(context);
        String route = parameter(context, "route");
        answers.answer(
                context,
                () -> told(range, RefusalsJson.of(warehouse.read(c -> RefusalsQuery.of(c, range, route)), range)));
    }

    private Body told(TimeRange range, ObjectNode answer) {
        return Body.json(Archived.told(answer, range, warehouse.archivedBeforeMicros()));
    }

    /** A parameter; an empty one asks for nothing. */
    private static @Nullable String parameter(RoutingContext context, String name) {
        String value = context.request().getParam(name);
        return value == null || value.isEmpty() ? null : value;
    }
}
