package io.faregate.router.route;

import static io.faregate.router.route.Chain.able;
import static io.faregate.router.route.Chain.candidate;
import static io.faregate.router.route.Chain.request;
import static io.faregate.router.route.Chain.slots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.rank.Pool;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class PlannerTest {
    private final Candidate a = candidate("a");
    private final Candidate b = candidate("b");
    private final Candidate c = candidate("c");
    private final RouteRequest plain = request(0, 10, 10);

    private final Planner planner =
            new Planner((order, route, request, nanos, millis, random) -> Pool.lastFirst(order, route.candidates()));

    private RoutePlan plan(Route route, RouteRequest request, boolean needsPrice) {
        return planner.plan(route, request, "task", "", needsPrice, 0, 0, 0);
    }

    private static Canary canary(String percent, List<Candidate> challenger) {
        return new Canary(challenger, new BigDecimal(percent), "2026-w48", false, List.of());
    }

    private static List<String> names(RoutePlan plan) {
        return plan.links().stream().map(link -> link.candidate().slot().name()).toList();
    }

    @ParameterizedTest
    @CsvSource({"SINGLE, a", "FALLBACK, a b c", "LOADBALANCE, c b a", "LEAST_LATENCY, c b a", "COST_OPTIMIZED, c b a"})
    void eachModeHasItsOrder(Mode mode, String order) {
        RoutePlan plan = plan(Chain.route(mode, List.of(a, b, c), null), plain, false);

        assertThat(String.join(" ", names(plan))).isEqualTo(order);
        assertThat(plan.arm()).isNull();
        assertThat(plan.challengerLinks()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aRouteThatWasTakenUpIsPlannedAsAnyOther(Mode mode) {
        List<Route> routes = List.of(
                Chain.route(mode, List.of(a, b, c), null),
                Chain.route(mode, List.of(a, b, c), canary("50", List.of(c))),
                Chain.route(mode, List.of(a, b), canary("50", List.of(c))));
        Planner taken = new Planner(
                (order, route, request, nanos, millis, random) -> Pool.lastFirst(order, route.candidates()));
        for (Route route : routes) {
            taken.take(Chain.routing(route));
            for (RouteRequest request :
                    List.of(plain, request(Capability.TOOLS.bit(), 10, 10), request(0, 1 << 30, 10))) {
                for (int task = 0; task < 64; task++) {
                    boolean needsPrice = task % 2 == 0;
                    assertThat(told(taken.plan(route, request, "task-" + task, "", needsPrice, 0, 0, 0)))
                            .isEqualTo(told(planner.plan(route, request, "task-" + task, "", needsPrice, 0, 0, 0)));
                }
            }
        }
    }

    private static List<Object> told(RoutePlan plan) {
        return Arrays.asList(plan.route(), plan.arm(), plan.links(), plan.challengerLinks(), plan.walksOn());
    }

    @Test
    void aPlanIsFilledAgainForAnotherRequest() {
        RoutePlan room = new RoutePlan();
        Route experiment = Chain.route(Mode.LOADBALANCE, List.of(a, b, c), canary("100", List.of(c)));
        RoutePlan first = planner.plan(room, experiment, plain, "t", "", false, 0, 0, 0);
        assertThat(first).isSameAs(room);
        assertThat(names(first)).containsExactly("c", "b", "a");

        Route route = Chain.route(Mode.COST_OPTIMIZED, List.of(able("blind", 0), a, b), null);
        RoutePlan second = planner.plan(room, route, request(Capability.TOOLS.bit(), 1, 1), "t", "", false, 0, 0, 0);
        assertThat(second.links())
                .extracting(link -> link.candidate().slot().name(), RoutePlan.Link::reason)
                .containsExactly(tuple("blind", "capability:tools"), tuple("b", null), tuple("a", null));
        assertThat(second.arm()).isNull();
        assertThat(second.challengerLinks()).isZero();
        assertThat(second.walksOn()).isFalse();
    }

    @Test
    void aPlaceIsFoundWhenItIsAskedFor() {
        RoutePlan plan = plan(Chain.route(Mode.LEAST_LATENCY, List.of(a, b, c), null), plain, false);

        assertThat(plan.head()).isEqualTo(c);
        assertThat(plan.has(2)).isTrue();
        assertThat(plan.candidate(2)).isEqualTo(a);
        assertThat(plan.has(3)).isFalse();
        assertThatThrownBy(() -> plan.candidate(3))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("found 3 places, expected one of number 3");
    }

    @Test
    void theUsualPlanIsMadeOnce() {
        Route route = Chain.route(Mode.FALLBACK, List.of(a, b), canary("50", List.of(c)));
        Planner taken = new Planner((order, asked, request, nanos, millis, random) -> {});
        taken.take(Chain.routing(route));

        assertThat(taken.plan(route, plain, "task", "", false, 0, 0, 0))
                .isSameAs(taken.plan(route, request(0, 20, 10), "task", "", false, 1, 1, 1));
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void onlyDrawnPoolsWalkOnPastABudget(Mode mode) {
        boolean walksOn =
                plan(Chain.route(mode, List.of(a), null), plain, false).walksOn();

        assertThat(walksOn).isEqualTo(mode == Mode.LOADBALANCE || mode == Mode.LEAST_LATENCY);
    }

    @Test
    void theChallengerLeadsThenThePrimaryThenTheRestEachOnce() {
        Route route = Chain.route(Mode.FALLBACK, List.of(a, b, c), canary("100", List.of(c)));

        RoutePlan plan = plan(route, plain, false);

        assertThat(names(plan)).containsExactly("c", "a", "b");
        assertThat(plan.arm()).isEqualTo(Arm.CHALLENGER);
        assertThat(plan.challengerLinks()).isEqualTo(1);
    }

    @Test
    void allKeySlotsOfTheChallengerLead() {
        Route route = Chain.route(Mode.SINGLE, List.of(a, b), canary("100", slots("new", 2)));

        RoutePlan plan = plan(route, plain, false);

        assertThat(names(plan)).containsExactly("new_1", "new_2", "a");
        assertThat(plan.challengerLinks()).isEqualTo(2);
    }

    @Test
    void vectorsAreOutsideAnExperimentWhoseChallengerOnlyWrites() {
        Canary writes = canary("100", List.of(able("w", Capability.TOOLS.bit())));
        RoutePlan plan = plan(Chain.route(Mode.FALLBACK, List.of(a), writes), Chain.vectors(), false);

        assertThat(plan.arm()).isNull();
        assertThat(names(plan)).containsExactly("a");
    }

    @Test
    void anObjectionPassesOverAndAChallengerThatItMeetsIsOutsideTheExperiment() {
        Planner objecting = planner.objecting((candidate, away, strict) ->
                candidate.equals(b) || candidate.equals(c) ? "dialect:seed " + away : null);
        Route route = Chain.route(Mode.FALLBACK, List.of(a, b), canary("100", List.of(c)));

        RoutePlan plan = objecting.plan(route, plain, "task", "", false, 0, 0, 0);

        assertThat(plan.arm()).isNull();
        assertThat(plan.links())
                .containsExactly(new RoutePlan.Link(a, null), new RoutePlan.Link(b, "dialect:seed true"));
    }

    @Test
    void atZeroPercentEveryTaskIsThePrimarys() {
        Route route = Chain.route(Mode.FALLBACK, List.of(a, b), canary("0", List.of(c)));

        RoutePlan plan = plan(route, plain, false);

        assertThat(names(plan)).containsExactly("a", "b");
        assertThat(plan.arm()).isEqualTo(Arm.PRIMARY);
        assertThat(plan.challengerLinks()).isZero();
    }

    @Test
    void aTaskKeepsItsArmAndARaisedShareOnlyMovesTasksToTheChallenger() {
        Set<String> before = challengers("20");

        assertThat(before).hasSizeBetween(150, 250).isEqualTo(challengers("20"));
        assertThat(challengers("40")).containsAll(before).hasSizeGreaterThan(before.size());
    }

    private Set<String> challengers(String percent) {
        Route route = Chain.route(Mode.FALLBACK, List.of(a), canary(percent, List.of(c)));
        Set<String> tasks = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            RoutePlan plan = planner.plan(route, plain, "task-" + i, "", false, 0, 0, i);
            if (plan.arm() == Arm.CHALLENGER) {
                tasks.add("task-" + i);
            }
        }
        return tasks;
    }

    @Test
    void whatTheChallengerCannotDoIsOutsideTheExperiment() {
        Route route = Chain.route(Mode.FALLBACK, List.of(a, b), canary("100", List.of(able("blind", 0))));

        RoutePlan plan = plan(route, request(Capability.VISION.bit(), 1, 1), false);

        assertThat(plan.arm()).isNull();
        assertThat(names(plan)).containsExactly("a", "b");
    }

    @Test
    void whatDoesNotFitTheChallengersWindowIsOutsideTheExperiment() {
        Route route = Chain.route(Mode.FALLBACK, List.of(a), canary("100", List.of(candidate("small", 100))));

        assertThat(plan(route, request(0, 60, 41), false).arm()).isNull();
        assertThat(plan(route, request(0, 60, 40), false).arm()).isEqualTo(Arm.CHALLENGER);
    }

    @Test
    void anUnpricedChallengerIsOutsideTheExperimentWhereAPriceIsNeeded() {
        Route unpriced = Chain.route(Mode.FALLBACK, List.of(a), canary("100", List.of(c)));
        Route priced =
                Chain.route(Mode.FALLBACK, List.of(a), canary("100", List.of(Chain.priced("p", Pool.price("1", "2")))));

        assertThat(plan(unpriced, plain, true).arm()).isNull();
        assertThat(plan(unpriced, plain, false).arm()).isEqualTo(Arm.CHALLENGER);
        assertThat(plan(priced, plain, true).arm()).isEqualTo(Arm.CHALLENGER);
    }

    @Test
    void theFirstRuleThatMatchesWinsAndIsNeverLeft() {
        Rule never = new Rule(asked -> false, List.of(a));
        Rule ofKey = new Rule(asked -> asked.key().equals("agents"), List.of(b));
        Rule always = new Rule(asked -> asked.request().model().equals("m"), List.of(c, a));
        Route route = Chain.route(Mode.CONDITIONAL, List.of(a, b, c), null, never, ofKey, always);

        assertThat(names(planner.plan(route, plain, "t", "agents", false, 0, 0, 0)))
                .containsExactly("b");
        assertThat(names(planner.plan(route, plain, "t", "", false, 0, 0, 0))).containsExactly("c", "a");
    }

    @Test
    void withoutAMatchingRuleTheFirstTargetServesWithAllItsSlots() {
        List<Candidate> candidates = new ArrayList<>(slots("first", 2));
        candidates.add(b);
        Route route = Chain.route(Mode.CONTENT_BASED, candidates, null, new Rule(asked -> false, List.of(b)));

        assertThat(names(plan(route, plain, false))).containsExactly("first_1", "first_2");
    }

    @Test
    void slotsOfATargetTakeTurnsAtBeingFirst() {
        List<Candidate> candidates = new ArrayList<>(slots("t", 3));
        candidates.add(b);
        Route route = Chain.route(Mode.FALLBACK, candidates, null);
        Set<String> first = new HashSet<>();
        for (long random = 0; random < 3; random++) {
            List<String> names = names(planner.plan(route, plain, "t", "", false, 0, 0, random));
            assertThat(names)
                    .containsExactlyInAnyOrder("t_1", "t_2", "t_3", "b")
                    .endsWith("b");
            first.add(names.get(0));
        }

        assertThat(first).containsExactlyInAnyOrder("t_1", "t_2", "t_3");
    }

    @Test
    void whoCannotServeStaysInTheChainWithTheReason() {
        Route route = Chain.route(Mode.FALLBACK, List.of(able("blind", 0), a), null);

        RoutePlan plan = plan(route, request(Capability.TOOLS.bit(), 1, 1), false);

        assertThat(plan.links().get(0).reason()).isEqualTo("capability:tools");
        assertThat(plan.head()).isEqualTo(a);
    }
}
