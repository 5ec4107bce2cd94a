package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenWindowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    private final TokenWindow window = new TokenWindow(1000, 0);

    @Test
    void realUsageTakesThePlaceOfTheEstimate() {
        long first = window.tryTake(400, 0);
        window.correct(first, 400, 100);
        long second = window.tryTake(400, SECOND);
        window.correct(second, 400, 100);

        assertThat(window.left(SECOND)).isEqualTo(800);
        assertThat(window.tryTake(400, SECOND)).isNotNegative();
    }

    @Test
    void whatIsNotSettledHoldsItsEstimate() {
        assertThat(window.tryTake(400, 0)).isNotNegative();
        assertThat(window.tryTake(400, 0)).isNotNegative();
        assertThat(window.tryTake(400, 0)).isNegative();
    }

    @Test
    void usageAboveItsEstimateIsCountedInFull() {
        window.correct(window.tryTake(17, 0), 17, 950);

        assertThat(window.left(0)).isEqualTo(50);
        assertThat(window.tryTake(100, 0)).isNegative();
        window.correct(window.tryTake(50, 0), 50, 5_000);
        assertThat(window.left(0)).isZero();
        assertThat(window.tryTake(0, 0)).isNegative();
        assertThat(window.tryTake(1000, MINUTE + TokenWindow.BUCKET_NANOS)).isNotNegative();
    }

    @Test
    void tokensComeBackAfterTheirMinuteAndNotBefore() {
        window.tryTake(1000, SECOND);

        assertThat(window.tryTake(1, SECOND + MINUTE - 1)).isNegative();
        long free = window.freeAtNanos(1, 2 * SECOND);
        assertThat(free).isBetween(SECOND + MINUTE, SECOND + MINUTE + TokenWindow.BUCKET_NANOS);
        assertThat(window.tryTake(1, free - 1)).isNegative();
        assertThat(window.tryTake(1000, free)).isNotNegative();
    }

    @Test
    void moreThanTheWholeLimitNeverFits() {
        assertThat(window.tryTake(1001, 0)).isNegative();
        assertThat(window.freeAtNanos(1001, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(window.left(0)).isEqualTo(1000);
    }

    @Test
    void aCorrectionThatComesAfterItsMinuteChangesNothing() {
        long bucket = window.tryTake(400, 0);
        long late = 2 * MINUTE;
        assertThat(window.tryTake(600, late)).isNotNegative();
        window.correct(bucket, 400, 0);
        assertThat(window.left(late)).isEqualTo(400);
        window.correct(bucket, 400, 900);
        assertThat(window.left(late)).isEqualTo(400);
    }

    @Test
    void aLongPauseEmptiesTheWindow() {
        long now = 0;
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            now += random.nextLong(10 * MINUTE);
            window.tryTake(random.nextLong(500), now);
            long later = now + MINUTE + TokenWindow.BUCKET_NANOS + random.nextLong(40L * 24 * 60 * MINUTE);
            assertThat(window.left(later)).isEqualTo(1000);
            now = later;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 40, 997})
    void neverPassesTheLimitInAnyMinuteAndReachesAlmostAllOfIt(long most) {
        Random random = new Random(most);
        List<long[]> taken = new ArrayList<>();
        long now = 0;
        long sum = 0;
        while (now < 20 * MINUTE) {
            now += random.nextLong(SECOND / 100);
            long tokens = 1 + random.nextLong(most);
            while (tokens > 0 && window.tryTake(tokens, now) < 0) {
                tokens /= 2;
            }
            if (tokens > 0) {
                taken.add(new long[] {now, tokens});
                sum += tokens;
            }
        }

        long inMinute = 0;
        int first = 0;
        for (long[] last : taken) {
            inMinute += last[1];
            while (taken.get(first)[0] <= last[0] - MINUTE) {
                inMinute -= taken.get(first++)[1];
            }
            assertThat(inMinute).isLessThanOrEqualTo(1000);
        }
        assertThat(sum).isGreaterThanOrEqualTo(20 * 980);
    }
}
