package io.faregate.analytics.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.promote.Change;
import io.faregate.analytics.promote.RouterAdmin;
import io.faregate.analytics.promote.RouterAdmin.Refused;
import io.faregate.analytics.promote.Running;
import io.faregate.analytics.server.Answers.Body;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A person's hand on a canary: {@code /v1/canary/ROUTE/control} tells what the routers have in force, and
 * {@code promote}, {@code rollback} and {@code share} pass a change on to each of them. For the admin key alone,
 * wherever the caller is. A change sent again under its {@code record_id} is made once, so one that not all routers
 * took may be sent again.
 */
final class ControlApi {
    private static final long LONGEST_BYTES = 64 * 1024;
    private static final int CONFLICT = 409;

    private final AdminKey key;
    private final Supplier<AnalyticsConfig> config;
    private final @Nullable RouterAdmin admin;

    ControlApi(Supplier<AnalyticsConfig> config, @Nullable RouterAdmin admin) {
        this.key = new AdminKey(config.get().adminKey());
        this.config = config;
        this.admin = admin;
    }

    void mount(Router router) {
        BodyHandler body = BodyHandler.create(false).setBodyLimit(LONGEST_BYTES);
        router.get("/v1/canary/:route/control").handler(this::control);
        router.post("/v1/canary/:route/promote").handler(body).handler(c -> change(c, "POST", "promote"));
        router.post("/v1/canary/:route/rollback").handler(body).handler(c -> change(c, "POST", "rollback"));
        router.post("/v1/canary/:route/share").handler(body).handler(c -> change(c, "PUT", "canary"));
    }

    private void control(RoutingContext context) {
        RouterAdmin surface = surface(context);
        String route = route(context);
        ask(routers(), router -> surface.running(router, route))
                .onSuccess(found -> Answers.send(context, Body.json(ControlJson.of(route, found))));
    }

    private void change(RoutingContext context, String method, String page) {
        RouterAdmin surface = surface(context);
        List<URI> routers = routers();
        String route = route(context);
        ObjectNode body = Problem.orBadRequest(() -> ControlJson.change(
                context.body() == null ? null : context.body().asString(), page.equals("canary")));
        Change change = new Change(body.path("record_id").asText(), method, page, body);
        ask(routers, router -> surface.make(router, route, change).compose(made -> surface.running(router, route)))
                .onSuccess(told -> settle(context, route, told));
    }

    private static void settle(RoutingContext context, String route, Map<URI, Future<Running>> told) {
        List<String> failures = new ArrayList<>();
        boolean conflict = false;
        for (Map.Entry<URI, Future<Running>> each : told.entrySet()) {
            Throwable cause = each.getValue().cause();
            if (cause != null) {
                failures.add(each.getKey() + ": " + cause.getMessage());
                conflict |= cause instanceof Refused refused && refused.status() == CONFLICT;
            }
        }
        if (failures.isEmpty()) {
            Answers.send(context, Body.json(ControlJson.of(route, told)));
        } else {
            Problem problem = conflict
                    ? new Problem(CONFLICT, "Conflict", "overtaken by another change: " + String.join("; ", failures))
                    : new Problem(502, "Bad gateway", "not all routers took it: " + String.join("; ", failures));
            problem.answer(context);
        }
    }

    /** What is asked of each router, once all have answered or failed. */
    private static Future<Map<URI, Future<Running>>> ask(List<URI> routers, Function<URI, Future<Running>> question) {
        Map<URI, Future<Running>> asked = new LinkedHashMap<>();
        routers.forEach(router -> asked.put(router, question.apply(router)));
        return Future.join(new ArrayList<>(asked.values())).transform(all -> Future.succeededFuture(asked));
    }

    private RouterAdmin surface(RoutingContext context) {
        RouterAdmin surface = admin;
        if (surface == null) {
            throw new Problem(
                    403,
                    "Forbidden",
                    "there is no admin key: set the variable of analytics.admin_key_env, and restart");
        }
        key.demand(context);
        return surface;
    }

    /** Whom to ask; read once for an answer, since a changed file may be taken up at any moment. */
    private List<URI> routers() {
        List<URI> routers = config.get().routers();
        if (routers.isEmpty()) {
            throw new Problem(CONFLICT, "Conflict", "analytics.routers names no router");
        }
        return routers;
    }

    private static String route(RoutingContext context) {
        return Objects.requireNonNull(context.pathParam("route"));
    }
}
