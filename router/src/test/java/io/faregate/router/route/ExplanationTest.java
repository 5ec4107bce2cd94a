package io.faregate.router.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.rank.Pool;
import io.faregate.router.route.Explanation.Choice;
import io.faregate.router.route.Explanation.Skipped;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationTest {
    private final Candidate cheap = Chain.priced("cheap", Pool.price("1", "2"));
    private final Candidate unpriced = Chain.candidate("unpriced");
    private final Candidate benched = Chain.candidate("benched");
    private final Candidate blind = Chain.candidate("blind");

    @Test
    void tellsTheOrderTheCostsAndWhoIsPassedOver() {
        RoutePlan plan = new RoutePlan(
                Chain.route(Mode.FALLBACK, List.of(cheap), null),
                Arm.CHALLENGER,
                List.of(
                        new RoutePlan.Link(blind, "capability:vision"),
                        new RoutePlan.Link(cheap, null),
                        new RoutePlan.Link(benched, null),
                        new RoutePlan.Link(unpriced, null)),
                0,
                false);

        Explanation told = Explanation.of(
                plan, Chain.request(0, 100, 50), candidate -> candidate.equals(benched) ? "benched:rpm" : null, 0);

        assertThat(told.route()).isEqualTo("r");
        assertThat(told.arm()).isEqualTo("challenger");
        assertThat(told.inputTokens()).isEqualTo(100);
        assertThat(told.outputTokens()).isEqualTo(50);
        assertThat(told.candidates())
                .containsExactly(
                        new Choice("cheap", "model-cheap", 200_000_000L), new Choice("unpriced", "model-unpriced", -1));
        assertThat(told.skipped())
                .containsExactly(new Skipped("blind", "capability:vision"), new Skipped("benched", "benched:rpm"));
    }

    @Test
    void tellsTheTargetsThatHaveNoPlaceInTheChain() {
        Route ranked = Chain.route(Mode.COST_OPTIMIZED, List.of(cheap, unpriced), null);
        Route ruled = Chain.route(Mode.CONDITIONAL, List.of(cheap, benched), null);

        assertThat(of(ranked, cheap).skipped()).containsExactly(new Skipped("unpriced", "unpriced"));
        assertThat(of(ruled, cheap).skipped()).containsExactly(new Skipped("benched", "not in the rule that matches"));
        assertThat(of(Chain.absent(Mode.FALLBACK, List.of(new Absent("a", "listed under unavailable"))))
                        .skipped())
                .containsExactly(new Skipped("a", "listed under unavailable"));
    }

    private static Explanation of(Route route, Candidate... placed) {
        List<RoutePlan.Link> links =
                Stream.of(placed).map(each -> new RoutePlan.Link(each, null)).toList();
        return Explanation.of(
                new RoutePlan(route, null, links, 0, false), Chain.request(0, 100, 50), candidate -> null, 0);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1, 256", "-1, 3, 768", "10, 3, 30", "9223372036854775807, 2, 9223372036854775807"})
    void countsTheOutputOfAllAnswers(long asked, long answers, long output) {
        RouteRequest request =
                new RouteRequest(Surface.CHAT, "m", false, false, 0, 1, asked, answers, false, Map.of(), "", true);

        Explanation told = Explanation.of(Chain.plan(unpriced), request, candidate -> null, 0);

        assertThat(told.outputTokens()).isEqualTo(output);
        assertThat(told.arm()).isNull();
    }
}
