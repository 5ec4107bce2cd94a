package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.route.RoutePlan.Link;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From the facts of a request to its chain: arm, order, and who cannot serve it. Thread-safe; its only state are the
 * plans that are the same for most requests. Chance is an argument.
 */
public final class Planner {
    private final Orders orders;
    private final @Nullable Objection objection;
    private volatile PreparedPlans prepared = PreparedPlans.NONE;

    /** A planner that asks {@code orders} for the order of pool modes. */
    public Planner(Orders orders) {
        this(orders, null);
    }

    private Planner(Orders orders, @Nullable Objection objection) {
        this.orders = orders;
        this.objection = objection;
    }

    /** Why a request cannot be said to a candidate. */
    public interface Objection {
        /**
         * The reason, or null when it can be said.
         *
         * @param away whether the candidate's provider is not that of the head of the chain
         * @param strict whether it must be said without leaving anything out
         */
        @Nullable
        String reason(Candidate candidate, boolean away, boolean strict);
    }

    /** Prepares the plans of these routes; a route that was not taken up is planned at each request. */
    public void take(Routing routing) {
        prepared = new PreparedPlans(routing.routes().values());
    }

    /** A planner like this one for a request to whose candidates there may be an objection. */
    public Planner objecting(Objection raised) {
        return new Planner(orders, raised);
    }

    /** How the candidates of a pool mode are ordered for one request. */
    public interface Orders {
        /** The candidates that are in the pool, best first. */
        List<Candidate> order(Route route, RouteRequest request, long nowNanos, long nowMillis, long random);
    }

    /**
     * Plans one request.
     *
     * @param taskId decides the arm
     * @param key the virtual key's name, "" without one
     * @param needsPrice whether a budget applies, so that an unpriced challenger could never serve
     */
    public RoutePlan plan(
            Route route,
            RouteRequest request,
            String taskId,
            String key,
            boolean needsPrice,
            long nowNanos,
            long nowMillis,
            long random) {
        RoutePlan usual = objection == null ? prepared.find(route, request, taskId, needsPrice) : null;
        if (usual != null) {
            return usual;
        }
        List<Candidate> base = base(route, request, key, nowNanos, nowMillis, random);
        Canary canary = route.canary();
        Arm arm = canary == null || !couldServe(canary, route, request, needsPrice)
                ? null
                : canary.split().arm(taskId);
        Chain chain = new Chain(route, request, base.size() + 1);
        int challengerLinks = 0;
        if (arm == Arm.CHALLENGER && canary != null) {
            for (Candidate candidate : SlotTurn.turned(canary.challenger(), random)) {
                chain.add(candidate);
            }
            challengerLinks = chain.links.size();
        }
        for (Candidate candidate : base) {
            if (challengerLinks == 0 || !targetOf(canary, candidate)) {
                chain.add(candidate);
            }
        }
        boolean walksOn = route.mode() == Mode.LOADBALANCE || route.mode() == Mode.LEAST_LATENCY;
        return new RoutePlan(route, arm, chain.links, challengerLinks, walksOn);
    }

    /** Links as they are added; the first that can serve is the head, by whose provider the others are away. */
    private final class Chain {
        private final Route route;
        private final RouteRequest request;
        private final List<Link> links;
        private @Nullable Candidate head;

        Chain(Route route, RouteRequest request, int most) {
            this.route = route;
            this.request = request;
            this.links = new ArrayList<>(most);
        }

        void add(Candidate candidate) {
            Candidate first = head;
            boolean away = first != null
                    && !first.target()
                            .provider()
                            .name()
                            .equals(candidate.target().provider().name());
            String reason = reason(candidate, route, request, away);
            if (first == null && reason == null) {
                head = candidate;
            }
            links.add(new Link(candidate, reason));
        }
    }

    private @Nullable String reason(Candidate candidate, Route route, RouteRequest request, boolean away) {
        String reason = Suitability.reason(candidate, request);
        return reason != null || objection == null ? reason : objection.reason(candidate, away, route.strict());
    }

    private List<Candidate> base(
            Route route, RouteRequest request, String key, long nowNanos, long nowMillis, long random) {
        return switch (route.mode()) {
            case SINGLE -> SlotTurn.turned(firstTarget(route.candidates()), random);
            case FALLBACK -> SlotTurn.turned(route.candidates(), random);
            case CONDITIONAL, CONTENT_BASED -> SlotTurn.turned(ruled(route, request, key), random);
            case LOADBALANCE, LEAST_LATENCY, COST_OPTIMIZED ->
                orders.order(route, request, nowNanos, nowMillis, random);
        };
    }

    private static List<Candidate> ruled(Route route, RouteRequest request, String key) {
        Rule.Asked asked = new Rule.Asked(request, key);
        for (Rule rule : route.rules()) {
            if (rule.matches().test(asked)) {
                return rule.candidates();
            }
        }
        return firstTarget(route.candidates());
    }

    static List<Candidate> firstTarget(List<Candidate> candidates) {
        int end = 0;
        while (end < candidates.size()
                && candidates.get(end).target().equals(candidates.get(0).target())) {
            end++;
        }
        return candidates.subList(0, end);
    }

    private boolean couldServe(Canary canary, Route route, RouteRequest request, boolean needsPrice) {
        for (Candidate candidate : canary.challenger()) {
            if (reason(candidate, route, request, false) == null && (candidate.priced() || !needsPrice)) {
                return true;
            }
        }
        return false;
    }

    static boolean targetOf(@Nullable Canary canary, Candidate candidate) {
        return canary != null
                && !canary.challenger().isEmpty()
                && canary.challenger()
                        .get(0)
                        .target()
                        .name()
                        .equals(candidate.target().name());
    }
}
