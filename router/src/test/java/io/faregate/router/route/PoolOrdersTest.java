package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.rank.Pool;
import io.faregate.router.spend.Caps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PoolOrdersTest {
    private final LatencyBook latencies = new LatencyBook(0);
    private final PoolOrders orders = new PoolOrders(latencies);

    @Test
    void costCountsAnAnswerOf256TokensWhenNoneIsAsked() {
        Route route = route(
                Mode.COST_OPTIMIZED,
                UnpricedStrategy.FALLBACK,
                new Pool().add("a", Pool.price("1", "10")).add("b", Pool.price("2", "4")));

        assertThat(order(route, request(0, 1000, 100, 1))).containsExactly("a_0", "b_0");
        assertThat(order(route, request(0, 1000, RouteRequest.NOT_ASKED, 1))).containsExactly("b_0", "a_0");
    }

    @Test
    void costCountsEveryAnswer() {
        Route route = route(
                Mode.COST_OPTIMIZED,
                UnpricedStrategy.FALLBACK,
                new Pool().add("a", Pool.price("2", "1")).add("b", Pool.price("0.1", "3")));

        assertThat(order(route, request(0, 400, 100, 1))).startsWith("b_0");
        assertThat(order(route, request(0, 400, 100, 5))).startsWith("a_0");
    }

    @Test
    void whoCannotServeStandsInFrontAndIsNotCounted() {
        Pool pool = new Pool().add("u", null).add("blind", Pool.price("1", "1"));
        List<Candidate> candidates = new ArrayList<>(pool.candidates());
        candidates.set(1, withCapabilities(candidates.get(1), 0));
        Route route = route(Mode.COST_OPTIMIZED, UnpricedStrategy.FALLBACK, candidates);

        assertThat(order(route, request(0, 10, 10, 1))).containsExactly("blind_0");
        assertThat(order(route, request(1, 10, 10, 1))).containsExactly("blind_0", "u_0");
    }

    @Test
    void loadbalanceLeavesOutWhatIsDrained() {
        Route route = route(
                Mode.LOADBALANCE,
                UnpricedStrategy.FALLBACK,
                new Pool().add("a", null, 3, 1).add("b", null, 0, 1));

        assertThat(order(route, request(0, 10, 10, 1))).containsExactly("a_0");
    }

    @Test
    void latencyGoesByTheBook() {
        Pool pool = new Pool().add("slow", null).add("quick", null);
        Route route = route(Mode.LEAST_LATENCY, UnpricedStrategy.FALLBACK, pool);
        latencies.cell(pool.candidates().get(0)).answered(500_000_000, 0);
        latencies.cell(pool.candidates().get(1)).answered(50_000_000, 0);

        assertThat(order(route, request(0, 10, 10, 1), 1, 1, 1)).containsExactly("quick_0", "slow_0");
    }

    @Test
    void aRouteThatWasTakenUpFollowsMovingPrices() {
        Price.Rates later = Pool.rates(PicoUsd.parse("0.1"), PicoUsd.parse("0.1"), -1);
        Price falling = Price.of(
                Pool.rates(PicoUsd.parse("9"), PicoUsd.parse("9"), -1),
                List.of(),
                Map.of(),
                null,
                List.of(new Price.Change(120_000, later)),
                1_000_000);
        Route route = route(
                Mode.COST_OPTIMIZED,
                UnpricedStrategy.FALLBACK,
                new Pool().add("falling", falling).add("steady", Pool.price("1", "1")));
        orders.take(Chain.routing(route), 0);

        assertThat(order(route, request(0, 10, 10, 1), 0, 119_999, 1)).containsExactly("steady_0", "falling_0");
        assertThat(order(route, request(0, 10, 10, 1), 0, 120_000, 1)).containsExactly("falling_0", "steady_0");
    }

    @Test
    void keySlotsTakeTurnsInDeclaredModesToo() {
        Route route = route(
                Mode.FALLBACK,
                UnpricedStrategy.FALLBACK,
                new Pool().add("g", null, 1, 3).add("b", null));
        List<String> leads = new ArrayList<>();
        for (int random = -3; random < 3; random++) {
            List<String> turned = order(route, request(0, 10, 10, 1), 0, 0, random);
            leads.add(turned.get(0));
            assertThat(turned)
                    .containsExactlyInAnyOrder("g_0", "g_1", "g_2", "b_0")
                    .endsWith("b_0");
        }

        assertThat(leads).containsExactly("g_0", "g_2", "g_1", "g_0", "g_2", "g_1");
        assertThat(order(
                        route(
                                Mode.FALLBACK,
                                UnpricedStrategy.FALLBACK,
                                new Pool().add("a", null).add("b", null)),
                        request(0, 10, 10, 1),
                        0,
                        0,
                        5))
                .containsExactly("a_0", "b_0");
    }

    private List<String> order(Route route, RouteRequest request) {
        return order(route, request, 0, 0, 7);
    }

    private List<String> order(Route route, RouteRequest request, long nowNanos, long nowMillis, long random) {
        return new Planner(orders)
                .plan(route, request, "t", "", false, nowNanos, nowMillis, random).links().stream()
                        .map(link -> link.candidate().slot().name())
                        .toList();
    }

    private static Candidate withCapabilities(Candidate candidate, int capabilities) {
        return new Candidate(
                candidate.target(),
                candidate.slot(),
                candidate.model(),
                candidate.price(),
                capabilities,
                candidate.maxContextTokens(),
                candidate.maxOutputTokens(),
                candidate.reasons(),
                candidate.efforts(),
                candidate.fixedSampling());
    }

    private static Route route(Mode mode, UnpricedStrategy unpriced, Pool pool) {
        return route(mode, unpriced, pool.candidates());
    }

    private static Route route(Mode mode, UnpricedStrategy unpriced, List<Candidate> candidates) {
        return new Route(
                "r",
                true,
                mode,
                unpriced,
                candidates,
                List.of(),
                null,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false);
    }

    private static RouteRequest request(int needs, long input, long output, long answers) {
        return new RouteRequest(
                Surface.CHAT, "r", false, false, needs, input, output, answers, false, Map.of(), "", true);
    }
}
