package io.faregate.router.route;

import static io.faregate.router.route.Chain.MILLI;
import static io.faregate.router.route.Chain.SECOND;
import static io.faregate.router.route.Chain.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Target;
import io.faregate.router.health.FailureClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BackoffTest {
    private static final Target TARGET = Chain.patient("t", 30).target();

    @ParameterizedTest
    @CsvSource({
        "CONNECTION, 0, true",
        "RPM, 429, true",
        "RATE_LIMITED, 429, true",
        "QUEUE_FULL, 429, true",
        "QUEUE_FULL, 503, true",
        "QUEUE_FULL, 529, false",
        "UPSTREAM_5XX, 502, true",
        "UPSTREAM_5XX, 503, true",
        "UPSTREAM_5XX, 500, false",
        "UPSTREAM_5XX, 200, false",
        "TIMEOUT, 504, false",
        "TIMEOUT, 0, false",
        "AUTH, 401, false",
        "QUOTA_EXHAUSTED, 429, false",
        "MODEL_MISSING, 404, false",
        "CONTEXT_LENGTH, 400, false",
        "CONTENT_POLICY, 400, false",
        "BAD_REQUEST, 400, false"
    })
    void retriesOnlyWhatARetryMayMend(FailureClass failureClass, int status, boolean retried) {
        long wait = Backoff.waitNanos(TARGET, failure(failureClass, status), 1, 0.5, 2000);

        assertThat(wait).isEqualTo(retried ? 50 * MILLI : -1);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.0, 0", "1, 0.25, 25", "1, 0.75, 75", "2, 0.5, 100", "3, 0.5, 200", "5, 0.5, 800"})
    void waitsWithFullJitterTwiceAsLongEachTime(int callsSoFar, double random, long millis) {
        long wait = Backoff.waitNanos(TARGET, failure(FailureClass.CONNECTION, 0), callsSoFar, random, 2000);

        assertThat(wait).isEqualTo(millis * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"21", "22", "29"})
    void stopsDoublingAfterTwenty(int callsSoFar) {
        long wait = Backoff.waitNanos(TARGET, failure(FailureClass.CONNECTION, 0), callsSoFar, 0.5, 2000);

        assertThat(wait).isEqualTo((50 * MILLI) << 20);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2000, 2000", "2001, -1", "60000, -1"})
    void sitsOutAToldWaitOfUpToTwoSeconds(long toldMillis, long waitMillis) {
        long wait = Backoff.waitNanos(TARGET, failure(FailureClass.RATE_LIMITED, 429, toldMillis), 1, 0.5, 2000);

        assertThat(wait).isEqualTo(waitMillis < 0 ? -1 : waitMillis * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, false", "2, 1, true", "2, 2, false", "3, 2, true"})
    void callsATargetAsOftenAsConfigured(int attempts, int callsSoFar, boolean again) {
        Target target = Chain.patient("t", attempts).target();

        long wait = Backoff.waitNanos(target, failure(FailureClass.CONNECTION, 0), callsSoFar, 0.999, 2000);

        assertThat(wait >= 0).isEqualTo(again);
        assertThat(wait).isLessThan(SECOND);
    }
}
