package io.faregate.router.route;

import static io.faregate.router.route.Chain.SECOND;
import static io.faregate.router.route.Chain.attempt;
import static io.faregate.router.route.Chain.candidate;
import static io.faregate.router.route.Chain.failure;
import static io.faregate.router.route.Chain.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.FailureClass;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The first call after a bench is a probe: one at a time, and given back on every ending. */
final class FailoverProbeTest {
    private static final long BENCHED = 5 * SECOND;
    private static final long NOW = BENCHED + 20 * SECOND;
    private static final BenchPolicy POLICY = new BenchPolicy(Map.of(), Map.of());
    private static final Candidate A = candidate("a");
    private static final Candidate B = candidate("b");

    private final BenchBoard board = new BenchBoard();

    private Failover walk() {
        return new Failover(plan(A, B), POLICY, new Standings(board, ""), new Attempted(), Long.MAX_VALUE);
    }

    private Failover probing() {
        BenchBoard.bench(board.cells(A), failure(FailureClass.UPSTREAM_5XX, 500), POLICY, BENCHED);
        Failover probing = walk();
        assertThat(probing.next(NOW)).isEqualTo(new Step.Attempt(A, false, 0, false));
        return probing;
    }

    @Test
    void whileAProbeIsOutOthersPassTheTargetOver() {
        probing();

        assertThat(walk().next(NOW)).isEqualTo(new Step.Attempt(B, false, 0, false));
    }

    static Stream<Arguments> endings() {
        return Stream.of(
                ending("served", walk -> walk.served(attempt(A, Attempt.Result.SERVED))),
                ending("client gone", Failover::leave),
                ending("client gone in the call", walk -> walk.abandoned(attempt(A, Attempt.Result.CANCELED))),
                ending("budget", walk -> skip(walk, Shortfall.Kind.BUDGET)),
                ending("limits", walk -> skip(walk, Shortfall.Kind.LIMIT)),
                ending("queue", walk -> skip(walk, Shortfall.Kind.QUEUE)),
                ending("bad request", walk -> fail(walk, FailureClass.BAD_REQUEST, 400)),
                ending("policy", walk -> fail(walk, FailureClass.CONTENT_POLICY, 400)),
                ending("context", walk -> fail(walk, FailureClass.CONTEXT_LENGTH, 400)));
    }

    private static Arguments ending(String name, Consumer<Failover> ending) {
        return Arguments.argumentSet(name, ending);
    }

    private static void skip(Failover walk, Shortfall.Kind kind) {
        walk.skipped(kind, "x", Long.MAX_VALUE, NOW);
    }

    private static void fail(Failover walk, FailureClass failureClass, int status) {
        walk.failed(failure(failureClass, status), attempt(A, Attempt.Result.FAILED), NOW, 0.5);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void everyEndingGivesTheProbeBack(Consumer<Failover> ending) {
        ending.accept(probing());

        assertThat(walk().next(NOW)).isEqualTo(new Step.Attempt(A, false, 0, false));
    }

    @Test
    void aFailedProbeBenchesAgainAndIsFollowedByAnother() {
        fail(probing(), FailureClass.UPSTREAM_5XX, 500);

        assertThat(walk().next(NOW + 20 * SECOND - 1)).isEqualTo(new Step.Attempt(B, false, 0, false));
        assertThat(walk().next(NOW + 20 * SECOND)).isEqualTo(new Step.Attempt(A, false, 0, false));
    }

    @Test
    void aStreamThatBreaksBenchesItsTarget() {
        Failover walk = probing();
        walk.served(attempt(A, Attempt.Result.SERVED));

        walk.broke(failure(FailureClass.TIMEOUT, 0), NOW);

        assertThat(board.cells(A).benched(NOW + 600 * SECOND - 1)).isNotNull();
        assertThat(board.cells(A).benched(NOW + 600 * SECOND)).isNull();
    }

    @Test
    void anAnswerEndsTheBenchForAll() {
        probing().served(attempt(A, Attempt.Result.SERVED));

        assertThat(walk().next(NOW)).isEqualTo(new Step.Attempt(A, false, 0, false));
        assertThat(walk().next(NOW)).isEqualTo(new Step.Attempt(A, false, 0, false));
    }
}
