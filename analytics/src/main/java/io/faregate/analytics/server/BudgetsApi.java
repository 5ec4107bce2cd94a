package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.BudgetsJson;
import io.faregate.analytics.query.BudgetsQuery;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.LongSupplier;

/** {@code /v1/budgets}: what the budgets of the running day were charged, beside their caps. */
final class BudgetsApi {
    private final Warehouse warehouse;
    private final CapsInForce caps;
    private final LongSupplier nowMicros;
    private final Answers answers;

    BudgetsApi(Warehouse warehouse, CapsInForce caps, LongSupplier nowMicros, Answers answers) {
        this.warehouse = warehouse;
        this.caps = caps;
        this.nowMicros = nowMicros;
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/budgets").handler(this::budgets);
    }

    private void budgets(RoutingContext context) {
        caps.now()
                .onSuccess(found -> answers.answer(context, () -> {
                    long now = nowMicros.getAsLong();
                    LocalDate today = LocalDate.ofInstant(
                            Instant.ofEpochMilli(now / 1000), found.caps().zone());
                    TimeRange day =
                            new TimeRange(midnightMicros(found, today), midnightMicros(found, today.plusDays(1)));
                    ObjectNode answer = BudgetsJson.of(
                            warehouse.read(c -> BudgetsQuery.of(c, day)), found.caps(), found.file(), day, now);
                    answer.putObject("caps")
                            .put("from", found.told() ? "routers" : "file")
                            .put("problem", found.problem());
                    return Body.json(answer);
                }));
    }

    private static long midnightMicros(CapsInForce.Found found, LocalDate day) {
        return day.atStartOfDay(found.caps().zone()).toInstant().toEpochMilli() * 1000;
    }
}
