package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.CanaryJson;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.judge.History;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.promote.Promoter;
import io.faregate.analytics.query.ExperimentsQuery.Experiment;
import io.faregate.analytics.query.LastChange;
import io.faregate.analytics.server.Answers.Body;
import io.faregate.analytics.store.Warehouse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /v1/canary}, {@code /v1/canary/ROUTE} and its history. */
final class CanaryApi {
    private final Warehouse warehouse;
    private final Judge judge;
    private final Promoter promoter;
    private final Answers answers;

    CanaryApi(Warehouse warehouse, Judge judge, Promoter promoter, Answers answers) {
        this.warehouse = warehouse;
        this.judge = judge;
        this.promoter = promoter;
        this.answers = answers;
    }

    void mount(Router router) {
        router.get("/v1/canary").handler(this::all);
        router.get("/v1/canary/:route").handler(this::one);
        router.get("/v1/canary/:route/history").handler(this::history);
    }

    private void all(RoutingContext context) {
        Paging paging = Paging.of(context, 0);
        answers.answer(context, () -> {
            ObjectNode answer = Json.object();
            ArrayNode list = answer.putArray("experiments");
            List<Experiment> experiments = judge.experiments();
            for (Experiment experiment : paging.page().of(experiments)) {
                Look look = judge.look(experiment.route(), experiment.experiment());
                if (look == null) {
                    continue;
                }
                ObjectNode node = list.addObject();
                node.put("route", look.route());
                node.put("experiment", look.experiment());
                node.put("verdict", look.evaluation().verdict().wireName());
                node.put("tasks", look.cohort().summary().tasks());
            }
            answer.put("total", experiments.size());
            answer.put("next_cursor", paging.next(experiments.size()));
            return Body.json(answer);
        });
    }

    private void one(RoutingContext context) {
        String route = Objects.requireNonNull(context.pathParam("route"));
        String experiment = context.request().getParam("experiment");
        answers.answer(context, () -> {
            CanaryRoute configured = judge.configured(route);
            ObjectNode answer = CanaryJson.of(look(route, experiment), configured);
            LastChange last = warehouse
                    .read(connection -> Optional.ofNullable(LastChange.of(connection, route)))
                    .orElse(null);
            answer.set("promotion", PromotionJson.of(configured, promoter.canAct(), promoter.walks(route), last));
            return Body.json(answer);
        });
    }

    private void history(RoutingContext context) {
        String route = Objects.requireNonNull(context.pathParam("route"));
        String experiment = context.request().getParam("experiment");
        answers.answer(context, () -> {
            List<History.Point> points = judge.history(route, experiment);
            if (points.isEmpty()) {
                look(route, experiment);
            }
            return Body.json(CanaryJson.history(points, judge.policy(route)));
        });
    }

    private Look look(String route, @Nullable String experiment) {
        Look look = judge.look(route, experiment);
        if (look == null) {
            throw Problem.notFound("neither the configuration nor a row names a canary of the route " + route);
        }
        return look;
    }
}
