package io.faregate.router.route;

import io.faregate.router.catalog.Price;
import io.faregate.router.rank.CostRanking;
import io.faregate.router.rank.DeclaredRanking;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.rank.LatencyRanking;
import io.faregate.router.rank.RankScratch;
import io.faregate.router.rank.Ranking;
import io.faregate.router.rank.RankingTable;
import io.faregate.router.rank.WeightedRanking;
import java.util.IdentityHashMap;

/**
 * The orders of all modes over pools: tables are made when routes are taken up, and made anew when prices move.
 * Thread-safe.
 */
public final class PoolOrders implements Planner.Orders {
    private final LatencyBook latencies;
    private volatile IdentityHashMap<Route, Pool> pools = new IdentityHashMap<>();

    /** Orders that go by what the book measures. */
    public PoolOrders(LatencyBook latencies) {
        this.latencies = latencies;
    }

    /** Makes the tables of these routes; a route that was not taken up is worked out at each request. */
    public void take(Routing routing, long nowMillis) {
        IdentityHashMap<Route, Pool> next = new IdentityHashMap<>();
        for (Route route : routing.routes().values()) {
            next.computeIfAbsent(route, known -> pool(known, nowMillis));
        }
        pools = next;
    }

    @Override
    public void begin(
            RankScratch order, Route route, RouteRequest request, long nowNanos, long nowMillis, long random) {
        Pool known = pools.get(route);
        Pool pool = known == null ? pool(route, nowMillis) : known;
        long outputTokens = RankedCost.outputTokens(request);
        order.begin(pool.at(nowMillis), request.estimatedInputTokens(), outputTokens, nowNanos, random);
        order.rankBy(pool.ranking);
        if (pool.ranking instanceof CostRanking && !request.surface().writesText()) {
            order.price(candidate -> {
                Price price = candidate.price();
                return price == null ? RankedCost.UNKNOWN : RankedCost.of(price, request, nowMillis);
            });
        }
    }

    private Pool pool(Route route, long nowMillis) {
        RankingTable table = RankingTable.of(route.candidates(), nowMillis);
        Ranking ranking = switch (route.mode()) {
            case LOADBALANCE -> new WeightedRanking();
            case LEAST_LATENCY -> new LatencyRanking(table, latencies);
            case COST_OPTIMIZED -> new CostRanking(unpriced(route.unpriced()));
            case SINGLE, FALLBACK, CONDITIONAL, CONTENT_BASED -> new DeclaredRanking();
        };
        return new Pool(table, ranking);
    }

    private static CostRanking.Unpriced unpriced(UnpricedStrategy strategy) {
        return switch (strategy) {
            case FALLBACK -> CostRanking.Unpriced.FALLBACK;
            case SKIP -> CostRanking.Unpriced.SKIP;
            case ALLOW -> CostRanking.Unpriced.ALLOW;
        };
    }

    /** One route's candidates, ready to be ranked; whoever finds its table out of date makes the next one. */
    private static final class Pool {
        private final Ranking ranking;
        private volatile RankingTable table;

        Pool(RankingTable table, Ranking ranking) {
            this.table = table;
            this.ranking = ranking;
        }

        RankingTable at(long nowMillis) {
            RankingTable known = table;
            RankingTable valid = known.at(nowMillis);
            if (valid != known) {
                table = valid;
            }
            return valid;
        }
    }
}
