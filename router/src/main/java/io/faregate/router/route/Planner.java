package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.rank.RankScratch;
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
        /** Begins the order of a pool; who cannot serve is taken out of it before its first step. */
        void begin(RankScratch order, Route route, RouteRequest request, long nowNanos, long nowMillis, long random);
    }

    /** Plans one request, see {@link #plan(RoutePlan, Route, RouteRequest, String, String, boolean, long, long, long)}. */
    public RoutePlan plan(
            Route route,
            RouteRequest request,
            String taskId,
            String key,
            boolean needsPrice,
            long nowNanos,
            long nowMillis,
            long random) {
        return plan(new RoutePlan(), route, request, taskId, key, needsPrice, nowNanos, nowMillis, random);
    }

    /**
     * Plans one request.
     *
     * @param room filled and returned, unless there is a plan already that serves all such requests
     * @param taskId decides the arm
     * @param key the virtual key's name, "" without one
     * @param needsPrice whether a budget applies, so that an unpriced challenger could never serve
     */
    public RoutePlan plan(
            RoutePlan room,
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
        Canary canary = route.canary();
        Arm arm = canary == null || !couldServe(canary, route, request, needsPrice)
                ? null
                : canary.split().arm(taskId);
        room.begin(route);
        Canary leading = arm == Arm.CHALLENGER ? canary : null;
        if (leading != null) {
            addTurned(room, leading.challenger(), null, request, random);
        }
        boolean walksOn = route.mode() == Mode.LOADBALANCE || route.mode() == Mode.LEAST_LATENCY;
        room.assign(arm, leading == null ? 0 : leading.challenger().size(), walksOn);
        switch (route.mode()) {
            case SINGLE -> addTurned(room, firstTarget(route.candidates()), leading, request, random);
            case FALLBACK -> addTurned(room, route.candidates(), leading, request, random);
            case CONDITIONAL, CONTENT_BASED -> addTurned(room, ruled(route, request, key), leading, request, random);
            case LOADBALANCE, LEAST_LATENCY, COST_OPTIMIZED -> {
                orders.begin(room.order(), route, request, nowNanos, nowMillis, random);
                leaveOutUnsuitable(room, leading, request);
                room.rank(leading);
            }
        }
        return objection == null ? room : objected(room, route, objection);
    }

    private static void addTurned(
            RoutePlan room, List<Candidate> candidates, @Nullable Canary without, RouteRequest request, long random) {
        for (int start = 0; start < candidates.size(); ) {
            int slots = SlotTurn.slots(candidates, start);
            for (int place = 0; place < slots; place++) {
                Candidate candidate = candidates.get(start + SlotTurn.turned(place, slots, random));
                if (!targetOf(without, candidate)) {
                    room.add(candidate, Suitability.reason(candidate, request));
                }
            }
            start += slots;
        }
    }

    /** Who cannot serve stands in front of the ranking, takes no part in it, and is told as skipped. */
    private static void leaveOutUnsuitable(RoutePlan room, @Nullable Canary without, RouteRequest request) {
        RankScratch order = room.order();
        if (Suitability.all(order.reach(), request)) {
            return;
        }
        for (int i = 0; i < order.size(); i++) {
            Candidate candidate = order.candidate(i);
            String reason = Suitability.reason(candidate, request);
            if (reason != null) {
                order.drop(i);
                if (!targetOf(without, candidate)) {
                    room.add(candidate, reason);
                }
            }
        }
    }

    /** The plan with the objections to its links; the first that can serve is the head, by whose provider others are away. */
    private static RoutePlan objected(RoutePlan room, Route route, Objection objection) {
        Candidate head = null;
        for (int place = 0; room.has(place); place++) {
            Candidate candidate = room.candidate(place);
            boolean away = head != null
                    && !head.target()
                            .provider()
                            .name()
                            .equals(candidate.target().provider().name());
            String reason = room.reason(place);
            if (reason == null) {
                reason = objection.reason(candidate, away, route.strict());
                room.object(place, reason);
            }
            if (head == null && reason == null) {
                head = candidate;
            }
        }
        return room;
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

    private @Nullable String reason(Candidate candidate, Route route, RouteRequest request) {
        String reason = Suitability.reason(candidate, request);
        return reason != null || objection == null ? reason : objection.reason(candidate, false, route.strict());
    }

    private boolean couldServe(Canary canary, Route route, RouteRequest request, boolean needsPrice) {
        for (Candidate candidate : canary.challenger()) {
            if (reason(candidate, route, request) == null && (candidate.priced() || !needsPrice)) {
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
