package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.limits.CandidateLimits;
import io.faregate.router.limits.KnownLimits;
import io.faregate.router.limits.LimitBook;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.route.Failover;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Planner;
import io.faregate.router.route.PoolOrders;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Standings;
import io.faregate.router.route.Step;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.route.Walks;
import io.faregate.router.spend.Caps;
import io.faregate.router.usage.Attempted;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whom one request goes to, as an event loop decides it: who can serve it, in which order, who is benched, whose limits
 * have room. Each decision is two milliseconds after the one before, and its call is taken to be over at once.
 */
final class Decision {
    static final long STEP_NANOS = 2_000_000;
    static final long START_NANOS = 60_000_000_000L;
    static final LimitRules LIMITS = new LimitRules(50_000, LimitRules.UNLIMITED, 1_000_000_000, 0, ZoneOffset.UTC);
    static final long TOKENS = 2_634;

    /** So far ahead that no sample expires while the benchmark's clock runs. */
    private static final long MEASURED_NANOS = 10_000_000_000_000_000L;

    private static final BenchPolicy POLICY = new BenchPolicy(Map.of(), Map.of());

    private final Route route;
    private final Planner planner;
    private final Standings standings;
    private final KnownLimits limits;
    private final Walks walks = new Walks();
    private final Attempted attempted = new Attempted();
    private final CandidateLimits.Hold hold = new CandidateLimits.Hold();
    private long nowNanos = START_NANOS;

    Decision(Mode mode, List<Candidate> candidates, BenchBoard board) {
        LatencyBook latencies = new LatencyBook(0);
        LimitBook book = new LimitBook();
        Map<String, LimitRules> rules = new HashMap<>();
        for (int i = 0; i < candidates.size(); i++) {
            latencies.cell(candidates.get(i)).answered(latencyNanos(i, candidates.size()), MEASURED_NANOS);
            rules.put(candidates.get(i).target().provider().name(), LIMITS);
        }
        book.replace(rules, Map.of(), 0, 0);
        limits = new KnownLimits(book);
        standings = new Standings(board, "");
        route = new Route(
                "agent",
                true,
                mode,
                UnpricedStrategy.FALLBACK,
                candidates,
                List.of(),
                null,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false);
        Routing routing = Samples.routing(Map.of("agent", route));
        PoolOrders orders = new PoolOrders(latencies);
        orders.take(routing, Samples.NOW_MILLIS);
        planner = new Planner(orders);
        planner.take(routing);
    }

    /** The time to a first token of the target of that number: spread, so that the quickest stands nowhere special. */
    static long latencyNanos(int target, int targets) {
        return (1 + (target * 5L + 2) % targets) * 10_000_000;
    }

    /** The candidate that a request goes to, or null when nobody can take it. */
    @Nullable
    Candidate decide(RouteRequest request, long random) {
        nowNanos += STEP_NANOS;
        long nowMillis = Samples.NOW_MILLIS + nowNanos / 1_000_000;
        RoutePlan plan = planner.plan(walks.room(), route, request, "task", "", false, nowNanos, nowMillis, random);
        Failover walk = walks.begin(plan, POLICY, standings, attempted, Long.MAX_VALUE);
        Candidate chosen = null;
        if (walk.next(nowNanos) instanceof Step.Attempt call) {
            CandidateLimits held = limits.of(call.candidate(), nowNanos);
            if (held.tryTake(hold, TOKENS, nowNanos, nowMillis) == null) {
                held.settle(hold, TOKENS - 500);
                chosen = call.candidate();
            }
        }
        walk.leave();
        attempted.steps().clear();
        walks.end(walk);
        return chosen;
    }
}
