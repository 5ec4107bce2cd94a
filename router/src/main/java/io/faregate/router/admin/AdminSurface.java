package io.faregate.router.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.KeyRing;
import io.faregate.router.server.Admin;
import io.faregate.router.server.FramingFault;
import io.faregate.router.server.RouterServer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything under {@code /admin}: for the admin key alone; changes run on a worker, one at a time. Thread-safe. */
public final class AdminSurface implements Admin {
    private static final Logger LOG = LoggerFactory.getLogger(AdminSurface.class);
    private static final long LONGEST_BYTES = 256 * 1024;
    private static final long LINGER_MILLIS = 1_000;

    private final Vertx vertx;
    private final Control control;
    private final RouterServer server;
    private final DecisionLog decisions;
    private final CanaryChanges canaries;
    private final BudgetChanges budgets;
    private final Router router;

    /** The surface over what a control changes. */
    public AdminSurface(RouterServer server, Control control, DecisionLog decisions) {
        this.server = server;
        this.vertx = server.vertx();
        this.control = control;
        this.decisions = decisions;
        this.canaries = new CanaryChanges(control);
        this.budgets = new BudgetChanges(control);
        this.router = routes();
    }

    @Override
    public void handle(HttpServerRequest request) {
        router.handle(request);
    }

    /** What it answers: {@code METHOD /path/{name}}, as the router's description writes paths. */
    public List<String> operations() {
        return router.getRoutes().stream()
                .filter(route -> route.methods() != null)
                .flatMap(route -> route.methods().stream()
                        .map(method ->
                                method + " " + String.valueOf(route.getName()).replaceAll(":([A-Za-z_]+)", "{$1}")))
                .toList();
    }

    private Router routes() {
        Router made = Router.router(vertx);
        made.route().handler(this::authorize);
        // JSON whatever its type says: read as the form that curl calls it, a long reason or a % would be refused.
        made.route().handler(context -> {
            context.request().headers().remove(HttpHeaders.CONTENT_TYPE);
            context.next();
        });
        made.route().handler(BodyHandler.create(false).setBodyLimit(LONGEST_BYTES));
        made.route().handler(this::refuseBrokenFraming);
        made.get("/admin/config").handler(context -> answer(context, () -> ConfigPage.of(control)));
        made.post("/admin/reload").handler(context -> answer(context, this::reload));
        made.post("/admin/bench/:target/clear")
                .handler(context -> answer(context, () -> clear(param(context, "target"))));
        made.get("/admin/routes/:route/canary")
                .handler(context -> answer(context, () -> canaries.show(param(context, "route"))));
        made.put("/admin/routes/:route/canary")
                .handler(context -> canary(context, "set", Set.of("percent", "challenger"), canaries::set));
        made.post("/admin/routes/:route/promote")
                .handler(context -> canary(context, "promote", Set.of(), canaries::promote));
        made.post("/admin/routes/:route/rollback")
                .handler(context -> canary(context, "rollback", Set.of(), canaries::rollback));
        made.put("/admin/budgets/:name").handler(context -> answer(context, () -> budget(context)));
        made.route()
                .handler(context -> fail(
                        context, 404, "There is nothing at " + context.request().path() + "."));
        made.errorHandler(
                405,
                context -> fail(
                        context,
                        405,
                        "This page does not take " + context.request().method()));
        made.errorHandler(413, context -> fail(context, 413, "The body is too large."));
        made.errorHandler(500, context -> {
            LOG.error("an admin request failed", context.failure());
            fail(context, 500, "The router failed; its log says more.");
        });
        return made;
    }

    private void authorize(RoutingContext context) {
        KeyRing keys = control.setup().keys();
        String header = context.request().getHeader("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, "Bearer ", 0, 7);
        if (!keys.hasAdmin()) {
            fail(context, 403, "There is no admin key: set auth.admin_key_env and its variable.");
        } else if (header == null
                || !bearer
                || !keys.isAdmin(header.substring(7).trim())) {
            fail(context, 401, "The admin key is missing or wrong.");
        } else {
            context.next();
        }
    }

    /** What came of such a body may be a whole change, but not the one that was meant. */
    private void refuseBrokenFraming(RoutingContext context) {
        if (!FramingFault.in(context.request())) {
            context.next();
            return;
        }
        context.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        // At once, a reset over what is still on its way to us could overtake the answer.
        context.addEndHandler(sent -> vertx.setTimer(
                LINGER_MILLIS, fired -> context.request().connection().close().onFailure(gone -> {})));
        fail(context, 400, "The body's chunks are not framed as chunks are.");
    }

    private ObjectNode reload() throws ChangeRefused {
        List<String> faults = control.reload("admin");
        if (!faults.isEmpty()) {
            throw new ChangeRefused(422, "The file is faulty; the old configuration stays.", faults);
        }
        ObjectNode answer = AdminJson.object().put("reloaded", true);
        if (!control.awaitingRestart().isEmpty()) {
            answer.set("needs_restart", AdminJson.tree(control.awaitingRestart()));
        }
        return answer;
    }

    private ObjectNode clear(String target) throws ChangeRefused {
        Target known = control.setup().routing().targets().stream()
                .filter(each -> each.name().equals(target))
                .findFirst()
                .orElseThrow(() -> new ChangeRefused(404, "There is no target '" + target + "'."));
        server.clearBench(known);
        decisions.write("clear_bench", null, noChange(), Map.of("target", target), Map.of("target", target));
        return AdminJson.object().put("target", target).put("cleared", true);
    }

    private static Change noChange() throws ChangeRefused {
        return Change.of(AdminJson.object(), Set.of());
    }

    /** One of the changes to a canary. */
    private interface CanaryChange {
        Control.Changed make(String route, Change change) throws ChangeRefused;
    }

    private void canary(RoutingContext context, String action, Set<String> fields, CanaryChange making) {
        answer(context, () -> {
            String route = param(context, "route");
            Change change = Change.of(AdminJson.read(bytes(context)), fields);
            Control.Changed changed = making.make(route, change);
            if (changed.made()) {
                decisions.write(
                        action,
                        route,
                        change,
                        CanaryChanges.facts(changed.before(), route),
                        CanaryChanges.facts(changed.after(), route));
            }
            return changed.answer();
        });
    }

    private ObjectNode budget(RoutingContext context) throws ChangeRefused {
        String name = param(context, "name");
        Change change = Change.of(AdminJson.read(bytes(context)), BudgetChanges.FIELDS);
        Control.Changed changed = budgets.set(name, change);
        if (changed.made()) {
            decisions.write(
                    "budget:" + name,
                    name.startsWith("route:") ? name.substring("route:".length()) : null,
                    change,
                    BudgetChanges.facts(changed.before(), name),
                    BudgetChanges.facts(changed.after(), name));
        }
        return changed.answer();
    }

    /** A part of the path, which the matched route has. */
    private static String param(RoutingContext context, String name) {
        return Objects.requireNonNull(context.pathParam(name));
    }

    private static byte[] bytes(RoutingContext context) {
        return context.body().buffer() == null
                ? new byte[0]
                : context.body().buffer().getBytes();
    }

    private void answer(RoutingContext context, Callable<ObjectNode> page) {
        vertx.executeBlocking(page).onComplete(done -> {
            if (done.succeeded()) {
                context.response()
                        .putHeader("Content-Type", "application/json")
                        .end(AdminJson.write(done.result()))
                        .onFailure(gone -> {});
            } else if (done.cause() instanceof ChangeRefused refused) {
                Problem.send(
                        context.response(), refused.status(), String.valueOf(refused.getMessage()), refused.errors());
            } else {
                context.fail(500, done.cause());
            }
        });
    }

    private static void fail(RoutingContext context, int status, String detail) {
        Problem.send(context.response(), status, detail, List.of());
    }
}
