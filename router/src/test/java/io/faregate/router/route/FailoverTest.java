package io.faregate.router.route;

import static io.faregate.router.route.Chain.MILLI;
import static io.faregate.router.route.Chain.SECOND;
import static io.faregate.router.route.Chain.attempt;
import static io.faregate.router.route.Chain.candidate;
import static io.faregate.router.route.Chain.failure;
import static io.faregate.router.route.Chain.patient;
import static io.faregate.router.route.Chain.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.FailureClass;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import io.faregate.router.usage.Skip;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class FailoverTest {
    private static final long NOW = 77 * SECOND;
    private static final BenchPolicy POLICY = new BenchPolicy(Map.of(), Map.of());

    private final BenchBoard board = new BenchBoard();
    private final Candidate a = candidate("a");
    private final Candidate b = candidate("b");
    private final Candidate c = candidate("c");

    private Failover walk(RoutePlan plan) {
        return walk(plan, Long.MAX_VALUE);
    }

    private Failover walk(RoutePlan plan, long deadlineNanos) {
        return new Failover(plan, POLICY, new Standings(board, ""), new Attempted(), deadlineNanos);
    }

    private static Step fail(Failover walk, Candidate candidate, FailureClass failureClass, int status) {
        return walk.failed(failure(failureClass, status), attempt(candidate, Attempt.Result.FAILED), NOW, 0.5);
    }

    private static Step call(Candidate candidate) {
        return new Step.Attempt(candidate, false, 0, false);
    }

    private static Refusal refusal(Step step) {
        assertThat(step).isInstanceOf(Step.Reply.class);
        return ((Step.Reply) step).refusal();
    }

    private void bench(Candidate candidate, FailureClass failureClass, int status) {
        BenchBoard.bench(board.cells(candidate), failure(failureClass, status), POLICY, NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTION, 0, true, 20",
        "TIMEOUT, 0, true, 600",
        "RPM, 429, true, 60",
        "RATE_LIMITED, 429, true, 30",
        "QUEUE_FULL, 503, true, 15",
        "QUOTA_EXHAUSTED, 402, true, 600",
        "UPSTREAM_5XX, 500, true, 20",
        "AUTH, 401, true, 600",
        "MODEL_MISSING, 404, true, 600",
        "CONTEXT_LENGTH, 400, true, 0",
        "CONTENT_POLICY, 400, false, 0",
        "BAD_REQUEST, 422, false, 0"
    })
    void eachClassMovesOnOrStopsAndBenchesForItsTime(
            FailureClass failureClass, int status, boolean movesOn, long benchSeconds) {
        Failover walk = walk(plan(a, b));
        assertThat(walk.next(NOW)).isEqualTo(call(a));

        Step then = fail(walk, a, failureClass, status);

        if (movesOn) {
            assertThat(then).isEqualTo(call(b));
        } else {
            assertThat(refusal(then).status()).isEqualTo(status);
        }
        long justBefore = NOW + benchSeconds * SECOND - 1;
        assertThat(board.cells(a).benched(justBefore) != null).isEqualTo(benchSeconds > 0);
        assertThat(board.cells(a).benched(NOW + benchSeconds * SECOND)).isNull();
    }

    @Test
    void configurationTurnsNextIntoStopAndStopIntoNext() {
        BenchPolicy turned =
                new BenchPolicy(Map.of(), Map.of(FailureClass.AUTH, false, FailureClass.BAD_REQUEST, true));

        Failover stops = new Failover(plan(a, b), turned, new Standings(board, ""), new Attempted(), Long.MAX_VALUE);
        stops.next(NOW);
        assertThat(refusal(fail(stops, a, FailureClass.AUTH, 401)).code()).isEqualTo("upstream_auth");

        Failover goesOn = new Failover(plan(b, c), turned, new Standings(board, ""), new Attempted(), Long.MAX_VALUE);
        goesOn.next(NOW);
        assertThat(fail(goesOn, b, FailureClass.BAD_REQUEST, 400)).isEqualTo(call(c));
    }

    @Test
    void whatOneTargetCannotGoOnFromAnotherMayButForWhatPolicyRefuses() {
        Failover walk = walk(plan(a, b, c));
        walk.next(NOW);
        walk.served(attempt(a, Attempt.Result.SERVED));

        assertThat(walk.resume(failure(FailureClass.UPSTREAM_5XX, 200), NOW)).isEqualTo(call(b));
        assertThat(fail(walk, b, FailureClass.BAD_REQUEST, 400)).isEqualTo(call(c));
        assertThat(board.cells(a).benched(NOW)).isNotNull();

        Failover refused = walk(plan(b, c));
        refused.next(NOW);
        refused.served(attempt(b, Attempt.Result.SERVED));
        refused.resume(failure(FailureClass.UPSTREAM_5XX, 200), NOW);
        assertThat(refusal(fail(refused, c, FailureClass.CONTENT_POLICY, 400)).code())
                .isEqualTo("their_code");
    }

    @Test
    void retriesTheSameTargetUpToItsAttemptsAndThenTheNext() {
        Candidate patient = patient("patient", 3);
        Failover walk = walk(plan(patient, b));
        walk.next(NOW);

        assertThat(fail(walk, patient, FailureClass.UPSTREAM_5XX, 502))
                .isEqualTo(new Step.Attempt(patient, true, 50 * MILLI, false));
        assertThat(board.cells(patient).benched(NOW)).isNull();
        assertThat(fail(walk, patient, FailureClass.UPSTREAM_5XX, 502))
                .isEqualTo(new Step.Attempt(patient, true, 100 * MILLI, false));
        assertThat(fail(walk, patient, FailureClass.UPSTREAM_5XX, 502)).isEqualTo(call(b));
        assertThat(board.cells(patient).benched(NOW)).isNotNull();
        assertThat(walk.calls()).isEqualTo(3);
    }

    @Test
    void anotherTargetHasAttemptsOfItsOwn() {
        Candidate first = patient("first", 2);
        Candidate second = patient("second", 2);
        Failover walk = walk(plan(first, second));
        walk.next(NOW);
        fail(walk, first, FailureClass.CONNECTION, 0);
        assertThat(fail(walk, first, FailureClass.CONNECTION, 0)).isEqualTo(call(second));

        assertThat(fail(walk, second, FailureClass.CONNECTION, 0))
                .isEqualTo(new Step.Attempt(second, true, 50 * MILLI, false));
    }

    @Test
    void doesNotWaitPastTheDeadline() {
        Candidate patient = patient("patient", 2);
        Failover enough = walk(plan(patient, b), NOW + 50 * MILLI + 1);
        enough.next(NOW);
        assertThat(fail(enough, patient, FailureClass.CONNECTION, 0))
                .isEqualTo(new Step.Attempt(patient, true, 50 * MILLI, false));

        Failover tooShort = walk(plan(patient, b), NOW + 50 * MILLI);
        tooShort.next(NOW);
        assertThat(fail(tooShort, patient, FailureClass.CONNECTION, 0)).isEqualTo(call(b));
    }

    @Test
    void aPromptThatDidNotFitGoesToLargerOrUnknownWindowsOnly() {
        Candidate small = candidate("small", 1000);
        Candidate same = candidate("same", 1000);
        Candidate larger = candidate("larger", 1001);
        Candidate smaller = candidate("smaller", 999);
        Candidate unknown = candidate("unknown");
        Failover walk = walk(plan(small, same, larger, smaller, unknown));
        walk.next(NOW);

        assertThat(fail(walk, small, FailureClass.CONTEXT_LENGTH, 400)).isEqualTo(call(larger));
        assertThat(fail(walk, larger, FailureClass.UPSTREAM_5XX, 500)).isEqualTo(call(unknown));
        assertThat(walk.attempted().steps())
                .filteredOn(step -> step instanceof Skip)
                .containsExactly(
                        new Skip("same", "model-same", "window"), new Skip("smaller", "model-smaller", "window"));
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void whateverFailsAtTheChallengerMovesOnToThePrimary(FailureClass failureClass) {
        Failover walk = walk(plan(Mode.FALLBACK, 1, a, b));
        walk.next(NOW);

        assertThat(fail(walk, a, failureClass, 400)).isEqualTo(call(b));
    }

    @Test
    void aChallengerThatNoBudgetBearsMovesOnButThePrimaryThenEnds() {
        Failover walk = walk(plan(Mode.FALLBACK, 1, a, b, c));
        walk.next(NOW);

        assertThat(walk.skipped(Shortfall.Kind.BUDGET, "daily_budget_exceeded", Long.MAX_VALUE, NOW))
                .isEqualTo(call(b));
        Refusal told = refusal(walk.skipped(Shortfall.Kind.BUDGET, "task_budget_exceeded", Long.MAX_VALUE, NOW));
        assertThat(told.status()).isEqualTo(402);
        assertThat(told.code()).isEqualTo("task_budget_exceeded");
        assertThat(walk.attempted().steps()).containsExactly(new Skip("a", "model-a", "budget"));
    }

    @Test
    void theLaterTargetsAnswerReachesTheClientNotTheChallengers() {
        Failover walk = walk(plan(Mode.FALLBACK, 1, a, b));
        walk.next(NOW);
        fail(walk, a, FailureClass.CONTENT_POLICY, 400);

        Refusal told = refusal(fail(walk, b, FailureClass.BAD_REQUEST, 418));

        assertThat(told.status()).isEqualTo(418);
    }

    @ParameterizedTest
    @CsvSource({
        "request_budget_exceeded",
        "daily_budget_exceeded",
        "task_budget_exceeded",
        "unpriced",
    })
    void aBudgetRefusalAtTheHeadEndsTheRequest(String code) {
        Failover walk = walk(plan(a, b));
        walk.next(NOW);

        Refusal told = refusal(walk.skipped(Shortfall.Kind.BUDGET, code, Long.MAX_VALUE, NOW));

        assertThat(told.status()).isEqualTo(402);
        assertThat(told.type()).isEqualTo("budget_error");
        assertThat(told.code()).isEqualTo(code);
        assertThat(told.message()).contains("'a'");
        assertThat(told.retryHelps()).isFalse();
        assertThat(told.refused()).isTrue();
        assertThat(walk.attempted().steps()).isEmpty();
        assertThat(walk.next(NOW)).isEqualTo(new Step.Reply(told));
    }

    @Test
    void afterAFailureATargetThatDoesNotFitIsSkipped() {
        Failover walk = walk(plan(a, b, c));
        walk.next(NOW);
        fail(walk, a, FailureClass.UPSTREAM_5XX, 500);

        assertThat(walk.skipped(Shortfall.Kind.BUDGET, "request_budget_exceeded", Long.MAX_VALUE, NOW))
                .isEqualTo(call(c));
        assertThat(walk.attempted().steps()).last().isEqualTo(new Skip("b", "model-b", "budget"));
    }

    @Test
    void ifOnlyTargetsAreLeftThatDoNotFitTheAnswerIsTheBudgets() {
        Failover walk = walk(plan(a, b, c));
        walk.next(NOW);
        fail(walk, a, FailureClass.UPSTREAM_5XX, 500);
        walk.skipped(Shortfall.Kind.BUDGET, "request_budget_exceeded", Long.MAX_VALUE, NOW);

        Refusal told = refusal(walk.skipped(Shortfall.Kind.BUDGET, "daily_budget_exceeded", Long.MAX_VALUE, NOW));

        assertThat(told.status()).isEqualTo(402);
        assertThat(told.code()).isEqualTo("request_budget_exceeded");
        assertThat(told.refused()).isTrue();
    }

    @Test
    void ifSomethingElseWasInTheWayTooTheAnswerIsTheLastFailure() {
        Failover walk = walk(plan(a, b, c));
        walk.next(NOW);
        fail(walk, a, FailureClass.UPSTREAM_5XX, 500);
        walk.skipped(Shortfall.Kind.BUDGET, "request_budget_exceeded", Long.MAX_VALUE, NOW);

        Refusal told = refusal(walk.skipped(Shortfall.Kind.QUEUE, "queue_full", Long.MAX_VALUE, NOW));

        assertThat(told.status()).isEqualTo(502);
        assertThat(told.code()).isEqualTo("upstream_error");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"LOADBALANCE", "LEAST_LATENCY"})
    void poolsWalkOnWhileATargetFits(Mode mode) {
        Failover walk = walk(plan(mode, 0, a, b));
        walk.next(NOW);

        assertThat(walk.skipped(Shortfall.Kind.BUDGET, "daily_budget_exceeded", Long.MAX_VALUE, NOW))
                .isEqualTo(call(b));
        Refusal told = refusal(walk.skipped(Shortfall.Kind.BUDGET, "daily_budget_exceeded", Long.MAX_VALUE, NOW));
        assertThat(told.status()).isEqualTo(402);
        assertThat(told.code()).isEqualTo("daily_budget_exceeded");
    }

    @Test
    void linksThatCannotServeAreSkippedWithTheirReason() {
        RoutePlan plan = new RoutePlan(
                Chain.route(Mode.FALLBACK, List.of(a, b), null),
                null,
                List.of(new RoutePlan.Link(a, "capability:tools"), new RoutePlan.Link(b, null)),
                0,
                false);

        Failover walk = walk(plan);

        assertThat(walk.next(NOW)).isEqualTo(call(b));
        assertThat(walk.attempted().steps()).containsExactly(new Skip("a", "model-a", "capability:tools"));
    }

    @Test
    void aBenchedTargetIsSkipped() {
        bench(a, FailureClass.QUEUE_FULL, 503);
        Failover walk = walk(plan(a, b));

        assertThat(walk.next(NOW)).isEqualTo(call(b));
        assertThat(walk.attempted().steps()).containsExactly(new Skip("a", "model-a", "benched:queue_full"));
    }

    @Test
    void panicTriesWhoIsFreeSoonestOnce() {
        bench(a, FailureClass.RPM, 429);
        bench(b, FailureClass.QUEUE_FULL, 503);
        bench(c, FailureClass.RATE_LIMITED, 429);
        Failover walk = walk(plan(a, b, c));

        assertThat(walk.next(NOW)).isEqualTo(new Step.Attempt(b, false, 0, true));
        assertThat(walk.othersLeft()).isFalse();
        assertThat(walk.attempted().steps())
                .containsExactly(
                        new Skip("a", "model-a", "benched:rpm"), new Skip("c", "model-c", "benched:rate_limited"));

        Refusal told = refusal(fail(walk, b, FailureClass.QUEUE_FULL, 503));
        assertThat(told.code()).isEqualTo("queue_full");
        assertThat(walk.calls()).isEqualTo(1);
    }

    @Test
    void aPanicThatIsAnsweredEndsTheBench() {
        bench(a, FailureClass.RPM, 429);
        Failover walk = walk(plan(a));
        walk.next(NOW);

        walk.served(attempt(a, Attempt.Result.SERVED));

        assertThat(board.cells(a).benched(NOW)).isNull();
    }

    @Test
    void panicNeverFollowsAFailureInTheSameRequest() {
        bench(b, FailureClass.RPM, 429);
        Failover walk = walk(plan(a, b));
        walk.next(NOW);

        assertThat(refusal(fail(walk, a, FailureClass.UPSTREAM_5XX, 500)).code())
                .isEqualTo("upstream_error");
    }

    @ParameterizedTest
    @CsvSource({"AUTH, 401", "QUOTA_EXHAUSTED, 402"})
    void panicNeverLooksPastAKeyOrAQuota(FailureClass hard, int status) {
        bench(a, hard, status);
        Failover walk = walk(plan(a));

        Refusal told = refusal(walk.next(NOW));

        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("no_candidate");
        assertThat(told.retryAfterSeconds()).isEqualTo(600);
    }

    @Test
    void panicNeverLooksPastOurOwnLimits() {
        bench(a, FailureClass.RPM, 429);
        Failover walk = walk(plan(a, b));
        assertThat(walk.next(NOW)).isEqualTo(call(b));
        assertThat(walk.skipped(Shortfall.Kind.LIMIT, "limit:rpm", NOW + 5 * SECOND, NOW))
                .isEqualTo(new Step.Attempt(a, false, 0, true));

        Refusal told = refusal(walk.skipped(Shortfall.Kind.LIMIT, "limit:rpm", NOW + 7 * SECOND, NOW));

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("rate_limited");
        assertThat(told.retryAfterSeconds()).isEqualTo(5);
    }

    @Test
    void afterTheDeadlineNobodyIsCalled() {
        Refusal told = refusal(walk(plan(a), NOW).next(NOW));

        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("no_candidate");
        assertThat(told.message()).contains("deadline");
    }

    @Test
    void aFailureAfterTheDeadlineIsTheAnswer() {
        Failover walk = walk(plan(a, b), NOW + SECOND);
        walk.next(NOW);

        Step then = walk.failed(failure(FailureClass.TIMEOUT, 0), attempt(a, Attempt.Result.FAILED), NOW + SECOND, 0.5);

        assertThat(refusal(then).code()).isEqualTo("upstream_timeout");
    }
}
