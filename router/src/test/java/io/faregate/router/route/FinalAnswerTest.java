package io.faregate.router.route;

import static io.faregate.router.route.Chain.SECOND;
import static io.faregate.router.route.Chain.able;
import static io.faregate.router.route.Chain.attempt;
import static io.faregate.router.route.Chain.candidate;
import static io.faregate.router.route.Chain.failure;
import static io.faregate.router.route.Chain.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class FinalAnswerTest {
    private static final long NOW = 3 * SECOND;
    private static final BenchPolicy POLICY = new BenchPolicy(Map.of(), Map.of());

    private final BenchBoard board = new BenchBoard();
    private final Candidate a = candidate("a");
    private final Candidate b = candidate("b");

    private Failover walk(RoutePlan plan) {
        return new Failover(plan, POLICY, new Standings(board, ""), new Attempted(), Long.MAX_VALUE);
    }

    private static Refusal refusal(Step step) {
        assertThat(step).isInstanceOf(Step.Reply.class);
        return ((Step.Reply) step).refusal();
    }

    private Refusal after(Failure failure) {
        Failover walk = walk(plan(a));
        walk.next(NOW);
        return refusal(walk.failed(failure, attempt(a, Attempt.Result.FAILED), NOW, 0.5));
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECTION, 0, 502, upstream_unreachable, upstream_error, our words, 20, true",
        "TIMEOUT, 0, 504, upstream_timeout, upstream_error, our words, 600, true",
        "RPM, 429, 429, rate_limited, upstream_error, our words, 60, true",
        "RATE_LIMITED, 413, 429, rate_limited, upstream_error, our words, 30, true",
        "QUEUE_FULL, 503, 429, queue_full, upstream_error, our words, 15, true",
        "QUOTA_EXHAUSTED, 402, 429, upstream_quota, upstream_error, our words, 600, true",
        "UPSTREAM_5XX, 500, 502, upstream_error, upstream_error, our words, 20, true",
        "AUTH, 401, 502, upstream_auth, upstream_error, our words, 600, true",
        "MODEL_MISSING, 404, 404, model_not_found, invalid_request_error, our words, 600, false",
        "CONTEXT_LENGTH, 413, 400, context_length_exceeded, invalid_request_error, their words, -1, false",
        "CONTENT_POLICY, 403, 400, their_code, invalid_request_error, their words, -1, false",
        "BAD_REQUEST, 422, 422, their_code, invalid_request_error, their words, -1, false"
    })
    void theLastFailureDecides(
            FailureClass failureClass,
            int received,
            int status,
            String code,
            String type,
            String message,
            long retryAfterSeconds,
            boolean retryHelps) {
        assertThat(after(failure(failureClass, received)))
                .isEqualTo(new Refusal(status, type, code, message, retryAfterSeconds, retryHelps, false));
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureClass.class,
            names = {"CONTENT_POLICY", "BAD_REQUEST"})
    void aRefusalWithoutACodeHasTheNameOfItsClass(FailureClass failureClass) {
        Refusal told = after(new Failure(failureClass, 400, "our words", null, null, -1, true, false));

        assertThat(told.code()).isEqualTo(failureClass.key());
        assertThat(told.message()).isEqualTo("our words");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1", "1001, 2", "90000, 90"})
    void retryAfterIsTheToldWaitInWholeSecondsUpwards(long toldMillis, long seconds) {
        assertThat(after(failure(FailureClass.RATE_LIMITED, 429, toldMillis)).retryAfterSeconds())
                .isEqualTo(seconds);
    }

    @Test
    void retryAfterIsWhenTheFirstCandidateIsFreeAgain() {
        Failover walk = walk(plan(a, b));
        walk.next(NOW);
        walk.failed(failure(FailureClass.TIMEOUT, 0), attempt(a, Attempt.Result.FAILED), NOW, 0.5);

        Refusal told = refusal(
                walk.failed(failure(FailureClass.QUEUE_FULL, 503), attempt(b, Attempt.Result.FAILED), NOW, 0.5));

        assertThat(told.retryAfterSeconds()).isEqualTo(15);
    }

    @Test
    void aCostRouteOfUnpricedTargetsKnowsNoSuchModel() {
        Refusal told = refusal(walk(plan(Mode.COST_OPTIMIZED, 0)).next(NOW));

        assertThat(told.status()).isEqualTo(404);
        assertThat(told.code()).isEqualTo("model_not_found");
        assertThat(told.retryHelps()).isFalse();
        assertThat(told.refused()).isTrue();
    }

    @Test
    void anEmptyPoolHasNoCandidate() {
        Refusal told = refusal(walk(plan(Mode.LOADBALANCE, 0)).next(NOW));

        assertThat(told)
                .isEqualTo(new Refusal(
                        503, "server_error", "no_candidate", "Every target is drained.", Refusal.UNKNOWN, true, true));
    }

    @Test
    void aRouteWithoutAnyTargetThatCanBeCalledTellsWhy() {
        List<Absent> absent = List.of(
                new Absent("muse", "not registered: META_API_KEY is not set"),
                new Absent("grok", "listed under unavailable"));
        RoutePlan plan = new RoutePlan(Chain.absent(Mode.FALLBACK, absent), null, List.of(), 0, false);

        assertThat(refusal(walk(plan).next(NOW)))
                .isEqualTo(new Refusal(
                        503,
                        "server_error",
                        "no_candidate",
                        "No target of route 'r' can be called: muse (not registered: META_API_KEY is not set), "
                                + "grok (listed under unavailable).",
                        Refusal.UNKNOWN,
                        false,
                        true));
    }

    @Test
    void ofManyAbsentTargetsAFewAreNamed() {
        List<Absent> absent = IntStream.rangeClosed(1, 7)
                .mapToObj(i -> new Absent("t" + i, "x"))
                .toList();
        RoutePlan plan = new RoutePlan(Chain.absent(Mode.COST_OPTIMIZED, absent), null, List.of(), 0, false);

        assertThat(refusal(walk(plan).next(NOW)).message())
                .isEqualTo("No target of route 'r' can be called: t1 (x), t2 (x), t3 (x), t4 (x), t5 (x) and 2 more.");
    }

    @Test
    void whatNoTargetCanIsTheRequestsFault() {
        Candidate blind = able("blind", 0);
        RoutePlan plan = new Planner((order, route, request, nanos, millis, random) -> {})
                .plan(
                        Chain.route(Mode.FALLBACK, List.of(blind), null),
                        Chain.request(Capability.VISION.bit(), 1, 1),
                        "t",
                        "",
                        false,
                        NOW,
                        0,
                        0);

        Refusal told = refusal(walk(plan).next(NOW));

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo("no_capable_target");
        assertThat(told.message()).isEqualTo("No target has what this request needs (blind: capability:vision).");
        assertThat(told.retryHelps()).isFalse();
        assertThat(plan.arm()).isNotEqualTo(Arm.CHALLENGER);
    }

    @Test
    void ourOwnLimitsSayWhenToComeAgain() {
        Failover walk = walk(plan(a, b));
        walk.next(NOW);
        walk.skipped(Shortfall.Kind.LIMIT, "limit:rpm", NOW + 12 * SECOND, NOW);

        Refusal told = refusal(walk.skipped(Shortfall.Kind.LIMIT, "limit:tpm", NOW + 4 * SECOND + 1, NOW));

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.type()).isEqualTo("rate_limit_error");
        assertThat(told.code()).isEqualTo("rate_limited");
        assertThat(told.retryAfterSeconds()).isEqualTo(5);
        assertThat(told.retryHelps()).isTrue();
        assertThat(told.refused()).isTrue();
    }

    @Test
    void ourOwnFullQueueIsToldAsSuch() {
        Failover walk = walk(plan(a));
        walk.next(NOW);

        Refusal told = refusal(walk.skipped(Shortfall.Kind.QUEUE, "queue_full", Long.MAX_VALUE, NOW));

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("queue_full");
        assertThat(told.retryAfterSeconds()).isEqualTo(1);
        assertThat(told.refused()).isTrue();
    }
}
