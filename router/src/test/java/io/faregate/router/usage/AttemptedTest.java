package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.cost.Usage;
import org.junit.jupiter.api.Test;

final class AttemptedTest {
    private static final long UNKNOWN = Attempt.UNKNOWN;

    private final Attempted attempted = new Attempted();

    @Test
    void nothingTriedCostsNothing() {
        assertThat(attempted.costPicoUsd()).isZero();
        assertThat(attempted.usage().inputTokens()).isZero();
        assertThat(attempted.usage().providerCostPicoUsd()).isEqualTo(UNKNOWN);
        assertThat(attempted.lastAttempt()).isNull();
    }

    @Test
    void sumsEveryBilledAttempt() {
        attempted.add(RowSamples.attempt("a", Attempt.Result.TRUNCATED, 200, Usage.of(10, 5), 20));
        attempted.add(new Skip("b", "model-b", "rpm"));
        attempted.add(RowSamples.attempt("c", Attempt.Result.SERVED, 200, Usage.of(15, 7), 300));

        assertThat(attempted.costPicoUsd()).isEqualTo(320);
        assertThat(attempted.usage().inputTokens()).isEqualTo(25);
        assertThat(attempted.usage().outputTokens()).isEqualTo(12);
        assertThat(attempted.calls()).isEqualTo(2);
    }

    @Test
    void anUnknownCostOfABilledAttemptMakesTheSumUnknown() {
        attempted.add(RowSamples.failure("a", "upstream_5xx", "cut", 200, Usage.of(10, UNKNOWN), UNKNOWN, true));
        attempted.add(RowSamples.attempt("b", Attempt.Result.SERVED, 200, Usage.of(10, 5), 20));

        assertThat(attempted.costPicoUsd()).isEqualTo(UNKNOWN);
        assertThat(attempted.usage().inputTokens()).isEqualTo(20);
        assertThat(attempted.usage().outputTokens()).isEqualTo(UNKNOWN);
    }

    @Test
    void anAttemptWithoutAByteOfAnswerDoesNot() {
        attempted.add(RowSamples.failure("a", "connection", "refused", 0, null, UNKNOWN, false));
        attempted.add(RowSamples.attempt("b", Attempt.Result.SERVED, 200, Usage.of(10, 5), 20));

        assertThat(attempted.costPicoUsd()).isEqualTo(20);
        assertThat(attempted.usage().inputTokens()).isEqualTo(10);
    }

    @Test
    void sumsSaturate() {
        attempted.add(RowSamples.attempt("a", Attempt.Result.SERVED, 200, Usage.of(1, 1), Long.MAX_VALUE));
        attempted.add(RowSamples.attempt("b", Attempt.Result.SERVED, 200, Usage.of(1, 1), 1));

        assertThat(attempted.costPicoUsd()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void tellsTriedAndSkippedInOrder() {
        attempted.add(new Skip("b", "model-b", "vision"));
        attempted.add(RowSamples.failure("a", "timeout", "no answer within 20s", 0, null, UNKNOWN, true));
        attempted.add(RowSamples.attempt("c", Attempt.Result.SERVED, 200, Usage.of(1, 1), 1));

        assertThat(new String(new AttemptedEncoder().encode(attempted), UTF_8))
                .isEqualTo("[{\"target\":\"b\",\"model\":\"model-b\",\"result\":\"skipped\",\"reason\":\"vision\","
                        + "\"status\":null,\"latency_ms\":null},"
                        + "{\"target\":\"a\",\"model\":\"model-a\",\"result\":\"failed\",\"reason\":\"no answer within 20s\","
                        + "\"status\":null,\"latency_ms\":20001},"
                        + "{\"target\":\"c\",\"model\":\"model-c\",\"result\":\"served\",\"reason\":null,"
                        + "\"status\":200,\"latency_ms\":640}]");
    }

    @Test
    void tellsNothingTriedAsAnEmptyList() {
        assertThat(new String(new AttemptedEncoder().encode(attempted), UTF_8)).isEqualTo("[]");
    }

    @Test
    void writesTheMemberOfAnswers() {
        assertThat(new String(new AttemptedEncoder().member("r", "t", null, attempted), UTF_8))
                .isEqualTo("{\"request_id\":\"r\",\"target\":\"t\",\"arm\":null,\"attempted\":[]}");
        attempted.add(new Skip("b", "model-b", "vision"));
        assertThat(new String(new AttemptedEncoder().member("r", "t", "primary", attempted), UTF_8))
                .isEqualTo("{\"request_id\":\"r\",\"target\":\"t\",\"arm\":\"primary\",\"attempted\":"
                        + "[{\"target\":\"b\",\"model\":\"model-b\",\"result\":\"skipped\",\"reason\":\"vision\","
                        + "\"status\":null,\"latency_ms\":null}]}");
    }

    @Test
    void theLastAttemptMayBeToldAgainWhenItEnds() {
        attempted.add(RowSamples.attempt("a", Attempt.Result.SERVED, 200, Usage.of(1, 1), 1));
        attempted.replaceLast(RowSamples.attempt("a", Attempt.Result.TRUNCATED, 200, Usage.of(1, 4), 9));

        assertThat(attempted.calls()).isEqualTo(1);
        assertThat(attempted.costPicoUsd()).isEqualTo(9);
        attempted.add(new Skip("b", "model-b", "rpm"));
        assertThatThrownBy(() ->
                        attempted.replaceLast(RowSamples.attempt("a", Attempt.Result.SERVED, 200, Usage.of(1, 1), 1)))
                .isInstanceOf(IllegalStateException.class);
    }
}
