package io.faregate.analytics.server;

import io.faregate.analytics.answer.SlicesJson;
import io.faregate.analytics.answer.TailJson;
import io.faregate.analytics.judge.CloserLook;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.query.SlicesQuery;
import io.faregate.analytics.server.Answers.Body;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Objects;

/** {@code /v1/canary/ROUTE/tail} and {@code /v1/canary/ROUTE/slices}: what lies under the figures of an experiment. */
final class CloserLookApi {
    private static final int DEAREST = 5;
    private static final int MOST_DEAREST = 100;

    private final Judge judge;
    private final CloserLook closer;
    private final Answers answers;

    CloserLookApi(Judge judge, Answers answers) {
        this.judge = judge;
        this.closer = new CloserLook(judge);
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/canary/:route/tail").handler(this::tail);
        router.get("/v1/canary/:route/slices").handler(this::slices);
    }

    private void tail(RoutingContext context) {
        String route = Objects.requireNonNull(context.pathParam("route"));
        String experiment = context.request().getParam("experiment");
        int dearest = WholeNumber.parameter(context, "limit", DEAREST, 1, MOST_DEAREST);
        answers.answer(context, () -> Body.json(TailJson.of(closer.tail(route, experiment, dearest))));
    }

    private void slices(RoutingContext context) {
        String route = Objects.requireNonNull(context.pathParam("route"));
        String experiment = context.request().getParam("experiment");
        String trait =
                Problem.orBadRequest(() -> SlicesQuery.parse(context.request().getParam("by")));
        answers.answer(
                context,
                () -> Body.json(SlicesJson.of(
                        closer.slices(route, experiment, trait),
                        trait,
                        judge.policy(route).alpha())));
    }
}
