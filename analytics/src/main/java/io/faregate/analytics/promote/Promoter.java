package io.faregate.analytics.promote;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.promote.Walk.Event;
import io.faregate.analytics.promote.Walk.Stage;
import io.vertx.core.Future;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks the canaries that are left to the service: asks each router what is in force, looks at the tasks under just
 * that, and tells the router the next move. A router that was away is told when it is back. For one thread, which it
 * blocks; what it says of itself may be read by any.
 */
public final class Promoter {
    private static final Logger LOG = LoggerFactory.getLogger(Promoter.class);
    private static final int CONFLICT = 409;

    private final Supplier<AnalyticsConfig> config;
    private final Judge judge;
    private final @Nullable RouterAdmin admin;
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final Map<String, Map<URI, Walk>> walks = new ConcurrentHashMap<>();
    private boolean warned;

    /**
     * A promoter.
     *
     * @param config the routers to tell and the routes, as the file has them; those whose promotion is not auto are
     *     left alone
     * @param admin the surface of the routers; null without a key, and then nothing can be done
     */
    public Promoter(Supplier<AnalyticsConfig> config, @Nullable RouterAdmin admin, Judge judge) {
        this.config = config;
        this.judge = judge;
        this.admin = admin;
    }

    /** Whether there is a key to tell routers with. */
    public boolean canAct() {
        return admin != null;
    }

    /** Where each router stands; empty for a route that is left to a person, and before the first round. */
    public List<Walk> walks(String route) {
        Map<URI, Walk> known = walks.getOrDefault(route, Map.of());
        return config.get().routers().stream()
                .map(known::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** One round over all routes and routers. */
    public void round() {
        AnalyticsConfig now = config.get();
        List<CanaryRoute> left = now.canaries().routes().values().stream()
                .filter(CanaryRoute::auto)
                .toList();
        walks.keySet().retainAll(left.stream().map(CanaryRoute::route).toList());
        if (admin == null) {
            if (!left.isEmpty() && !warned) {
                LOG.warn("promotion: auto needs the admin key; without it the verdict is only told");
            }
            warned = !left.isEmpty();
            return;
        }
        for (CanaryRoute route : left) {
            round(admin, now.routers(), route);
        }
    }

    private void round(RouterAdmin surface, List<URI> routers, CanaryRoute route) {
        Map<URI, Future<Running>> asked = new LinkedHashMap<>();
        routers.forEach(router -> asked.put(router, surface.running(router, route.route())));
        await(asked.values());
        List<Future<Void>> told = new ArrayList<>();
        asked.forEach((router, answer) -> {
            if (answer.succeeded()) {
                told.add(move(surface, route, router, answer.result()));
            } else {
                Outlook unknown = new Outlook(Stage.UNKNOWN, List.of(), null);
                failed(route, router, null, unknown, "not asked: " + why(answer.cause()));
            }
        });
        await(told);
    }

    private Future<Void> move(RouterAdmin surface, CanaryRoute route, URI router, Running running) {
        Look look =
                running.off() ? null : judge.look(route.route(), running.experiment(), running.share(), running.arms());
        Move move = Promotion.next(route, running, look);
        Outlook outlook = Outlook.of(route, running, look);
        Change change = look == null ? null : Change.of(move, running, look);
        if (change == null) {
            note(route, router, running, outlook, move.why());
            return Future.succeededFuture();
        }
        if (made.contains(router + change.id())) {
            Outlook left = new Outlook(outlook.stage(), List.of(), null);
            note(route, router, running, left, "taken back by a person, and left so: " + move.why());
            return Future.succeededFuture();
        }
        return surface.make(router, route.route(), change)
                .onSuccess(
                        done -> LOG.info("{} of route {} told to {}: {}", change.page(), route.route(), router, move))
                .transform(done -> {
                    settled(route, router, running, change, move, done.cause());
                    return Future.succeededFuture();
                });
    }

    private void settled(
            CanaryRoute route, URI router, Running running, Change change, Move move, @Nullable Throwable failure) {
        Outlook outlook =
                new Outlook(Outlook.of(route, running, null).stage(), List.of(), failure == null ? null : move);
        if (failure == null) {
            made.add(router + change.id());
            String text = change.page() + ": " + move.why();
            Walk before = walk(route, router);
            put(route, router, running, outlook, text, event(text), before == null ? null : before.lastError());
        } else if (failure instanceof RouterAdmin.Refused refused && refused.status() == CONFLICT) {
            failed(route, router, running, outlook, "overtaken by another change: " + refused.getMessage());
        } else {
            failed(route, router, running, outlook, "not told, and tried again: " + why(failure));
        }
    }

    private void note(CanaryRoute route, URI router, Running running, Outlook outlook, String text) {
        Walk before = walk(route, router);
        Event action = before == null ? null : before.lastAction();
        put(route, router, running, outlook, text, action, before == null ? null : before.lastError());
    }

    private void failed(CanaryRoute route, URI router, @Nullable Running running, Outlook outlook, String text) {
        Walk before = walk(route, router);
        put(route, router, running, outlook, text, before == null ? null : before.lastAction(), event(text));
    }

    private void put(
            CanaryRoute route,
            URI router,
            @Nullable Running running,
            Outlook outlook,
            String text,
            @Nullable Event lastAction,
            @Nullable Event lastError) {
        Walk before = walk(route, router);
        walks.computeIfAbsent(route.route(), r -> new ConcurrentHashMap<>())
                .put(
                        router,
                        new Walk(
                                router,
                                running,
                                outlook.stage(),
                                text,
                                outlook.waitingFor(),
                                outlook.next(),
                                lastAction,
                                lastError));
        if (before == null || !text.equals(before.says())) {
            LOG.info("canary of route {} at {}: {}", route.route(), router, text);
        }
    }

    private @Nullable Walk walk(CanaryRoute route, URI router) {
        return walks.getOrDefault(route.route(), Map.of()).get(router);
    }

    private Event event(String what) {
        return new Event(judge.nowMicros(), what);
    }

    private static String why(@Nullable Throwable failure) {
        return failure == null || failure.getMessage() == null ? String.valueOf(failure) : failure.getMessage();
    }

    private static void await(Collection<? extends Future<?>> futures) {
        // Each future has its own time limit; how each ended is asked of it afterwards.
        Future.join(new ArrayList<>(futures)).otherwiseEmpty().await();
    }
}
