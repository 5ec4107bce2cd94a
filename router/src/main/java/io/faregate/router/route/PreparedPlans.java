package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Reach;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plans of routes in declared order for the usual request: one that every candidate can serve. They are the same
 * for all of these, so each is made once and shared. Immutable, safe for all threads.
 */
final class PreparedPlans {
    static final PreparedPlans NONE = new PreparedPlans(List.of());

    private final IdentityHashMap<Route, Prepared> byRoute = new IdentityHashMap<>();

    /** The plans of one route by arm, and who must be able to serve a request for them to hold. */
    private record Prepared(
            Reach reach,
            boolean pricedChallenger,
            boolean anyChallenger,
            RoutePlan outside,
            RoutePlan primary,
            RoutePlan challenger) {}

    /** Prepares those of the routes whose plans do not hang on chance or on rules. */
    PreparedPlans(Iterable<Route> routes) {
        for (Route route : routes) {
            Prepared prepared = prepared(route);
            if (prepared != null) {
                byRoute.put(route, prepared);
            }
        }
    }

    private static @Nullable Prepared prepared(Route route) {
        if (route.mode() != Mode.FALLBACK && route.mode() != Mode.SINGLE) {
            return null;
        }
        List<Candidate> base =
                route.mode() == Mode.SINGLE ? Planner.firstTarget(route.candidates()) : route.candidates();
        Canary canary = route.canary();
        List<Candidate> challengers = canary == null ? List.of() : canary.challenger();
        if (SlotTurn.turns(base) || SlotTurn.turns(challengers)) {
            return null;
        }
        List<Candidate> others = new ArrayList<>();
        for (Candidate candidate : base) {
            if (!Planner.targetOf(canary, candidate)) {
                others.add(candidate);
            }
        }
        List<Candidate> first = new ArrayList<>(challengers);
        first.addAll(challengers.isEmpty() ? base : others);
        List<Candidate> all = new ArrayList<>(base);
        all.addAll(challengers);
        return new Prepared(
                Reach.of(all),
                challengers.stream().anyMatch(Candidate::priced),
                !challengers.isEmpty(),
                plan(route, null, base, 0),
                plan(route, Arm.PRIMARY, base, 0),
                plan(route, Arm.CHALLENGER, first, challengers.size()));
    }

    private static RoutePlan plan(Route route, @Nullable Arm arm, List<Candidate> candidates, int challengers) {
        List<RoutePlan.Link> links = candidates.stream()
                .map(candidate -> new RoutePlan.Link(candidate, null))
                .toList();
        return new RoutePlan(route, arm, links, challengers, false);
    }

    /** The plan, or null where this request needs one of its own. */
    @Nullable
    RoutePlan find(Route route, RouteRequest request, String taskId, boolean needsPrice) {
        Prepared prepared = byRoute.get(route);
        if (prepared == null || !Suitability.all(prepared.reach(), request)) {
            return null;
        }
        Canary canary = route.canary();
        if (canary == null || !(needsPrice ? prepared.pricedChallenger() : prepared.anyChallenger())) {
            return prepared.outside();
        }
        return canary.split().arm(taskId) == Arm.CHALLENGER ? prepared.challenger() : prepared.primary();
    }
}
