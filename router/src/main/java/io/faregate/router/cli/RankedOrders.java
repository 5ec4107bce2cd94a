package io.faregate.router.cli;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.route.Planner;
import io.faregate.router.route.Route;
import io.faregate.router.route.RouteRequest;
import java.util.List;

/** Declared order for every pool. */
final class RankedOrders implements Planner.Orders {
    @Override
    public List<Candidate> order(Route route, RouteRequest request, long nowNanos, long nowMillis, long random) {
        return route.candidates();
    }
}
