package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Archived;
import io.faregate.analytics.answer.CostsJson;
import io.faregate.analytics.answer.FallthroughJson;
import io.faregate.analytics.answer.TaskJson;
import io.faregate.analytics.query.CostsQuery;
import io.faregate.analytics.query.FallthroughQuery;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** {@code /v1/costs}, {@code /v1/tasks/ID} and {@code /v1/fallthrough}. */
final class CostsApi {
    private static final int HOUR_SECONDS = 3600;
    private static final int DAY_SECONDS = 86_400;

    private final Warehouse warehouse;
    private final Answers answers;

    CostsApi(Warehouse warehouse, Answers answers) {
        this.warehouse = warehouse;
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/costs").handler(this::costs);
        router.get("/v1/tasks/:task").handler(this::task);
        router.get("/v1/fallthrough").handler(this::fallthrough);
    }

    private void costs(RoutingContext context) {
        List<String> dimensions =
                Problem.orBadRequest(() -> CostsQuery.parse(context.request().getParam("group_by")));
        TimeRange range = range(context);
        String format = context.request().getParam("format", "json");
        if (!format.equals("json") && !format.equals("csv")) {
            throw Problem.badRequest("format: expected json or csv, found " + format);
        }
        if (format.equals("csv")) {
            // RFC 4180 has no place for a remark, and a line of one would be read as a row.
            String archived = Archived.before(range, warehouse.archivedBeforeMicros());
            if (archived != null) {
                context.response().putHeader("X-Faregate-Archived-Before", archived);
            }
            answers.answer(
                    context,
                    () -> new Body(
                            "text/csv; charset=utf-8",
                            CostsJson.csv(warehouse.read(connection -> CostsQuery.of(connection, dimensions, range)))));
            return;
        }
        Paging paging = Paging.of(context, warehouse.asOfMicros());
        answers.answer(context, () -> {
            CostsQuery.Costs costs =
                    warehouse.read(connection -> CostsQuery.of(connection, dimensions, range, paging.page()));
            return told(range, CostsJson.of(costs, range, paging.next(costs.count())));
        });
    }

    private void task(RoutingContext context) {
        String task = Objects.requireNonNull(context.pathParam("task"));
        Paging paging = Paging.of(context, warehouse.asOfMicros());
        answers.answer(context, () -> {
            ObjectNode answer = warehouse
                    .read(connection -> Optional.ofNullable(TaskJson.of(connection, task, paging.page())))
                    .orElseThrow(() -> Problem.notFound("no row names the task " + task + archived()));
            answer.put("next_cursor", paging.next(answer.path("total_calls").asLong()));
            return Body.json(answer);
        });
    }

    private void fallthrough(RoutingContext context) {
        TimeRange range = range(context);
        boolean fitting = "auto".equals(context.request().getParam("bucket_s"));
        long told = fitting ? 0 : WholeNumber.parameter(context, "bucket_s", HOUR_SECONDS, 1, DAY_SECONDS);
        answers.answer(
                context,
                () -> warehouse.read(c -> {
                    long bucket = fitting ? FallthroughQuery.fittingSeconds(c, range) : told;
                    return told(
                            range,
                            FallthroughJson.of(FallthroughQuery.of(c, range, bucket * 1_000_000), range, bucket));
                }));
    }

    private Body told(TimeRange range, ObjectNode answer) {
        return Body.json(Archived.told(answer, range, warehouse.archivedBeforeMicros()));
    }

    private String archived() {
        Long before = warehouse.archivedBeforeMicros();
        return before == null ? "" : "; rows of before " + UtcTime.printBound(before) + " may be in the archive";
    }

    static TimeRange range(RoutingContext context) {
        return Problem.orBadRequest(() -> TimeRange.parse(
                context.request().getParam("from"), context.request().getParam("to")));
    }
}
