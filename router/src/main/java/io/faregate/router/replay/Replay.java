package io.faregate.router.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.cost.CostModel;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Planner;
import io.faregate.router.route.PoolOrders;
import io.faregate.router.route.Route;
import io.faregate.router.route.Routing;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reckons old calls again, one after the other. Two questions of each: what would the same calls of the same models
 * have cost at the prices of this configuration, and what would they have cost at the head of the chain that it plans
 * for them. What was used is taken as it was: another model would have written other answers, caches would have been
 * hit otherwise, and benches, limits, budgets and failures are not played again. For one thread.
 */
public final class Replay {
    private final long fromMillis;
    private final long toMillis;
    private final Routing routing;
    private final Prices prices;
    private final Planner planner;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Outcome.Model> models = new TreeMap<>();
    private final Map<Unknown, Long> leftOut = new EnumMap<>(Unknown.class);
    private long calls;
    private long unbilled;
    private long split;
    private long bad;

    /** A replay of the calls that came in within {@code [fromMillis, toMillis)}. */
    public Replay(Routing routing, PriceBook book, long fromMillis, long toMillis) {
        this.fromMillis = fromMillis;
        this.toMillis = toMillis;
        this.routing = routing;
        this.prices = new Prices(routing, book);
        PoolOrders orders = new PoolOrders(new LatencyBook(0));
        orders.take(routing, fromMillis);
        this.planner = new Planner(orders);
    }

    /** Takes a row; null is a line that is none. A row that was taken before counts once. */
    public void add(@Nullable JsonNode row) {
        OldCall call = null;
        try {
            if (row == null) {
                bad++;
            } else {
                call = CallReader.read(row);
            }
        } catch (IllegalArgumentException e) {
            bad++;
        }
        if (call != null
                && call.arrivalMillis() >= fromMillis
                && call.arrivalMillis() < toMillis
                && seen.add(call.rowId())) {
            reckon(call);
        }
    }

    /** What came of all rows so far. */
    public Outcome outcome() {
        return new Outcome(new TreeMap<>(models), calls, unbilled, new EnumMap<>(leftOut), split, bad);
    }

    private void reckon(OldCall call) {
        Long then = call.costPicoUsd();
        if (call.bills().isEmpty() && then != null && then == 0) {
            unbilled++;
            return;
        }
        if (then == null || call.bills().isEmpty()) {
            leaveOut(Unknown.COST_THEN);
            return;
        }
        Long repriced = prices.cost(call);
        if (repriced == null) {
            leaveOut(Unknown.PRICE_NOW);
            return;
        }
        Candidate head = head(call);
        if (head == null) {
            return;
        }
        OldCall.Bill last = call.last();
        Long routed = head.price() == null
                ? null
                : CostModel.actual(head.price(), last.usage(), last.units(), call.arrivalMillis());
        if (routed == null) {
            leaveOut(Unknown.ROUTED_PRICE);
            return;
        }
        calls++;
        split += call.bills().size() > 1 ? 1 : 0;
        models.merge(last.model(), Outcome.Model.NONE.served(then, repriced), Outcome.Model::plus);
        models.merge(head.model(), Outcome.Model.NONE.routed(routed), Outcome.Model::plus);
    }

    /** Whom the call would go to first; null when that cannot be told, which is then counted. */
    private @Nullable Candidate head(OldCall call) {
        Route route = routing.route(call.request().model());
        if (route == null) {
            leaveOut(Unknown.NO_ROUTE);
            return null;
        }
        if (route.mode() == Mode.CONDITIONAL || route.mode() == Mode.CONTENT_BASED) {
            leaveOut(Unknown.RULES);
            return null;
        }
        long chance = call.rowId().hashCode() * 0x9E3779B97F4A7C15L;
        Candidate head = planner.plan(
                        route, call.request(), call.taskId(), call.key(), false, 0, call.arrivalMillis(), chance)
                .head();
        if (head == null) {
            leaveOut(Unknown.NO_TARGET);
        }
        return head;
    }

    private void leaveOut(Unknown reason) {
        leftOut.merge(reason, 1L, Long::sum);
    }
}
