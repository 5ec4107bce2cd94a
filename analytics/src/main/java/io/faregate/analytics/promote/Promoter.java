package io.faregate.analytics.promote;

import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.judge.Look;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    private final List<CanaryRoute> routes;
    private final List<URI> routers;
    private final Judge judge;
    private final @Nullable RouterAdmin admin;
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final Map<String, Map<URI, String>> notes = new ConcurrentHashMap<>();

    /**
     * A promoter.
     *
     * @param routes all routes; those whose promotion is not auto are left alone
     * @param adminKey what the routers want to see; null without one, and then nothing can be done
     */
    public Promoter(
            Vertx vertx, Collection<CanaryRoute> routes, List<URI> routers, @Nullable String adminKey, Judge judge) {
        this.routes = routes.stream().filter(CanaryRoute::auto).toList();
        this.routers = List.copyOf(routers);
        this.judge = judge;
        this.admin = adminKey == null ? null : new RouterAdmin(vertx, adminKey);
        if (admin == null && !this.routes.isEmpty()) {
            LOG.warn("promotion: auto needs the admin key; without it the verdict is only told");
        }
    }

    /** Whether there is anything to walk. */
    public boolean needed() {
        return admin != null && !routes.isEmpty();
    }

    /** What was last done, or why nothing, by router; empty for a route that is left to a person. */
    public Map<URI, String> notes(String route) {
        return Map.copyOf(notes.getOrDefault(route, Map.of()));
    }

    /** One round over all routes and routers. */
    public void round() {
        if (admin == null) {
            return;
        }
        for (CanaryRoute route : routes) {
            round(admin, route);
        }
    }

    /** Closes the connections. */
    public void close() {
        if (admin != null) {
            admin.close();
        }
    }

    private void round(RouterAdmin surface, CanaryRoute route) {
        Map<URI, Future<Running>> asked = new LinkedHashMap<>();
        routers.forEach(router -> asked.put(router, surface.running(router, route.route())));
        await(asked.values());
        List<Future<Void>> told = new ArrayList<>();
        asked.forEach((router, answer) -> {
            if (answer.succeeded()) {
                told.add(move(surface, route, router, answer.result()));
            } else {
                note(route, router, "not asked: " + why(answer.cause()));
            }
        });
        await(told);
    }

    private Future<Void> move(RouterAdmin surface, CanaryRoute route, URI router, Running running) {
        Look look =
                running.off() ? null : judge.look(route.route(), running.experiment(), running.share(), running.arms());
        Move move = Promotion.next(route, running, look);
        Change change = look == null ? null : Change.of(move, running, look);
        if (change == null) {
            note(route, router, move.why());
            return Future.succeededFuture();
        }
        if (made.contains(router + change.id())) {
            note(route, router, "taken back by a person, and left so: " + move.why());
            return Future.succeededFuture();
        }
        return surface.make(router, route.route(), change)
                .onSuccess(
                        done -> LOG.info("{} of route {} told to {}: {}", change.page(), route.route(), router, move))
                .transform(done -> {
                    settled(route, router, change, move, done.cause());
                    return Future.succeededFuture();
                });
    }

    private void settled(CanaryRoute route, URI router, Change change, Move move, @Nullable Throwable failure) {
        if (failure == null) {
            made.add(router + change.id());
            note(route, router, change.page() + ": " + move.why());
        } else if (failure instanceof RouterAdmin.Refused refused && refused.status() == CONFLICT) {
            note(route, router, "overtaken by another change: " + refused.getMessage());
        } else {
            note(route, router, "not told, and tried again: " + why(failure));
        }
    }

    private void note(CanaryRoute route, URI router, String text) {
        String before = notes.computeIfAbsent(route.route(), r -> new ConcurrentHashMap<>())
                .put(router, text);
        if (!text.equals(before)) {
            LOG.info("canary of route {} at {}: {}", route.route(), router, text);
        }
    }

    private static String why(@Nullable Throwable failure) {
        return failure == null || failure.getMessage() == null ? String.valueOf(failure) : failure.getMessage();
    }

    private static void await(Collection<? extends Future<?>> futures) {
        // Each future has its own time limit; how each ended is asked of it afterwards.
        Future.join(new ArrayList<>(futures)).otherwiseEmpty().await();
    }
}
