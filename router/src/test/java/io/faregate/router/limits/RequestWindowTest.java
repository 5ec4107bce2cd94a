package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestWindowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    @Test
    void aBurstGetsExactlyTheLimit() {
        RequestWindow window = new RequestWindow(5);
        int taken = 0;
        for (int i = 0; i < 20; i++) {
            taken += window.tryTake(0) ? 1 : 0;
        }

        assertThat(taken).isEqualTo(5);
        assertThat(window.left(0)).isZero();
    }

    @Test
    void twoBurstsAroundTheEdgeOfAMinuteDoNotDoubleTheRate() {
        RequestWindow window = new RequestWindow(10);
        for (int i = 0; i < 10; i++) {
            assertThat(window.tryTake(59 * SECOND + SECOND / 2)).isTrue();
        }

        assertThat(window.tryTake(60 * SECOND + SECOND / 2)).isFalse();
        assertThat(window.freeAtNanos(60 * SECOND + SECOND / 2)).isEqualTo(119 * SECOND + SECOND / 2);
        assertThat(window.tryTake(119 * SECOND + SECOND / 2 - 1)).isFalse();
        assertThat(window.tryTake(119 * SECOND + SECOND / 2)).isTrue();
    }

    @Test
    void anUnusedWindowIsFreeAtOnceAlsoBeforeZero() {
        RequestWindow window = new RequestWindow(1);

        assertThat(window.freeAtNanos(-7 * MINUTE)).isEqualTo(-7 * MINUTE);
        assertThat(window.tryTake(-7 * MINUTE)).isTrue();
        assertThat(window.tryTake(-6 * MINUTE - 1)).isFalse();
        assertThat(window.tryTake(-6 * MINUTE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 60})
    void equalsAPlainLogOfInstants(int limit) {
        Random random = new Random(limit);
        RequestWindow window = new RequestWindow(limit);
        Deque<Long> log = new ArrayDeque<>();
        long now = 0;
        for (int i = 0; i < 100_000; i++) {
            now += 1 + random.nextLong(MINUTE * 2 / limit);
            while (!log.isEmpty() && log.peekFirst() <= now - MINUTE) {
                log.removeFirst();
            }
            boolean free = log.size() < limit;
            assertThat(window.left(now)).isEqualTo(limit - log.size());
            assertThat(window.tryTake(now)).isEqualTo(free);
            if (free) {
                log.addLast(now);
            }
        }
    }

    @Test
    void aChangedLimitRemembersTheLastMinute() {
        RequestWindow former = new RequestWindow(4);
        for (int i = 0; i < 4; i++) {
            former.tryTake(10L * i * SECOND);
        }
        RequestWindow wider = new RequestWindow(6);
        wider.replay(former, 65 * SECOND);
        RequestWindow narrower = new RequestWindow(2);
        narrower.replay(former, 65 * SECOND);

        assertThat(wider.left(65 * SECOND)).isEqualTo(3);
        assertThat(narrower.tryTake(65 * SECOND)).isFalse();
        assertThat(narrower.freeAtNanos(65 * SECOND)).isEqualTo(80 * SECOND);
    }
}
