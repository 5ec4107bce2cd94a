package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RateLimitsTest {
    private static final long NONE = LimitRules.UNLIMITED;
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    @Test
    void whatIsNotWrittenIsNoLimit() {
        RateLimits limits = limits(NONE, NONE, NONE, 0);
        for (int i = 0; i < 100_000; i++) {
            assertThat(take(limits, 1_000_000, 0)).isNull();
        }
        assertThat(limits.requestsLeft(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(limits.tokensLeft(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(limits.requestsLeftToday(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLimitOfZeroLetsNothingThrough() {
        assertThat(take(limits(0, NONE, NONE, 0), 1, 0)).isEqualTo("rpm");
        assertThat(take(limits(NONE, 0, NONE, 0), 1, 0)).isEqualTo("rpd");
        assertThat(take(limits(NONE, NONE, 0, 0), 1, 0)).isEqualTo("tpm");
    }

    @Test
    void aRefusedCallTakesNothingOfAnyLimit() {
        RateLimits limits = limits(1, 10, 1000, 0);
        assertThat(take(limits, 100, 0)).isNull();

        assertThat(take(limits, 100, SECOND)).isEqualTo("rpm");
        assertThat(limits.requestsLeftToday(0)).isEqualTo(9);
        assertThat(limits.tokensLeft(SECOND)).isEqualTo(900);
        assertThat(take(limits, 901, MINUTE)).isEqualTo("tpm");
        assertThat(limits.requestsLeft(MINUTE)).isEqualTo(1);
        assertThat(limits.requestsLeftToday(0)).isEqualTo(9);
    }

    @Test
    void theDayIsFullLast() {
        RateLimits limits = limits(10, 2, 1000, 0);
        take(limits, 1, 0);
        take(limits, 1, 0);

        assertThat(take(limits, 1, 0)).isEqualTo("rpd");
        assertThat(limits.requestsLeft(0)).isEqualTo(8);
        assertThat(limits.tokensLeft(0)).isEqualTo(998);
        assertThat(limits.refusal(1, 0, 0)).isEqualTo("rpd");
        assertThat(limits.freeAtNanos(1, 0, 0)).isEqualTo(86_400 * SECOND);
    }

    @Test
    void callsKeepTheirPace() {
        RateLimits limits = limits(10, NONE, NONE, 2 * SECOND);

        assertThat(take(limits, 1, 0)).isNull();
        assertThat(take(limits, 1, SECOND)).isEqualTo("cooldown");
        assertThat(limits.refusal(1, SECOND, 0)).isEqualTo("cooldown");
        assertThat(limits.freeAtNanos(1, SECOND, 0)).isEqualTo(2 * SECOND);
        assertThat(limits.requestsLeft(SECOND)).isEqualTo(9);
        assertThat(take(limits, 1, 2 * SECOND)).isNull();
    }

    @Test
    void aRefusalByTheMinuteDoesNotCostThePace() {
        RateLimits limits = limits(1, NONE, NONE, SECOND);
        take(limits, 1, 0);

        assertThat(take(limits, 1, 59 * SECOND)).isEqualTo("rpm");
        assertThat(take(limits, 1, MINUTE)).isNull();
    }

    @Test
    void settlingTwiceCorrectsOnce() {
        RateLimits limits = limits(NONE, NONE, 1000, 0);
        Taken taken = new Taken();
        assertThat(limits.tryTake(taken, 400, 0, 0)).isNull();
        limits.settle(taken, 100);
        limits.settle(taken, 0);

        assertThat(limits.tokensLeft(0)).isEqualTo(900);
    }

    @Test
    void headersLowerWhatIsLeftUntilTheirReset() {
        RateLimits limits = limits(10, NONE, 1000, 0);
        limits.requestsTold(2, 30 * SECOND, 0);
        limits.tokensTold(50, 10 * SECOND, 0);

        assertThat(limits.requestsLeft(0)).isEqualTo(2);
        assertThat(limits.tokensLeft(0)).isEqualTo(50);
        assertThat(take(limits, 51, 0)).isEqualTo("tpm");
        assertThat(take(limits, 50, 0)).isNull();
        assertThat(take(limits, 1, SECOND)).isEqualTo("tpm");
        assertThat(limits.freeAtNanos(1, SECOND, 0)).isEqualTo(10 * SECOND);
        assertThat(take(limits, 1, 10 * SECOND)).isNull();
        assertThat(take(limits, 1, 11 * SECOND)).isEqualTo("rpm");
        assertThat(take(limits, 1, 30 * SECOND)).isNull();
    }

    @Test
    void headersNeverRaiseWhatIsLeft() {
        RateLimits limits = limits(3, NONE, NONE, 0);
        limits.requestsTold(1, 30 * SECOND, 0);
        limits.requestsTold(100, 20 * SECOND, SECOND);
        assertThat(limits.requestsLeft(SECOND)).isEqualTo(1);
        assertThat(take(limits, 1, SECOND)).isNull();
        limits.requestsTold(100, 20 * SECOND, 2 * SECOND);
        assertThat(take(limits, 1, 25 * SECOND)).isEqualTo("rpm");
        limits.requestsTold(100, 20 * SECOND, 31 * SECOND);
        assertThat(limits.requestsLeft(31 * SECOND)).isEqualTo(2);
    }

    @Test
    void veryLargeRequestLimitsAreCountedByBuckets() {
        RateLimits limits = limits(RateLimits.MAX_EXACT_RPM + 1, NONE, NONE, 0);
        for (int i = 0; i <= RateLimits.MAX_EXACT_RPM; i++) {
            assertThat(take(limits, 1, 0)).isNull();
        }

        assertThat(take(limits, 1, 0)).isEqualTo("rpm");
        assertThat(take(limits, 1, MINUTE + SECOND)).isNull();
    }

    @Test
    void changedRulesRememberWhatWasUsed() {
        RateLimits limits = limits(5, 5, NONE, 0);
        take(limits, 1, 0);
        take(limits, 1, 0);
        RateLimits changed = limits.under(new LimitRules(3, 4, NONE, 0, ZoneOffset.UTC), SECOND, 0);

        assertThat(changed.requestsLeft(SECOND)).isEqualTo(1);
        assertThat(changed.requestsLeftToday(0)).isEqualTo(2);
    }

    private static RateLimits limits(long rpm, long rpd, long tpm, long cooldownNanos) {
        return new RateLimits(new LimitRules(rpm, rpd, tpm, cooldownNanos, ZoneOffset.UTC), 0);
    }

    private static @Nullable String take(RateLimits limits, long tokens, long nowNanos) {
        return limits.tryTake(new Taken(), tokens, nowNanos, 0);
    }
}
