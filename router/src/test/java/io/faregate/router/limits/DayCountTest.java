package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class DayCountTest {
    private static final ZoneId LOS_ANGELES = ZoneId.of("America/Los_Angeles");

    @Test
    void resetsAtMidnightOfTheProvidersZone() {
        DayCount count = new DayCount(3, LOS_ANGELES);
        for (int i = 0; i < 3; i++) {
            assertThat(count.tryTake(at("2026-08-20T06:00:00Z"))).isTrue();
        }

        assertThat(count.tryTake(at("2026-08-20T06:59:59Z"))).isFalse();
        assertThat(count.millisUntilFree(at("2026-08-20T06:59:59Z"))).isEqualTo(1000);
        assertThat(count.tryTake(at("2026-08-20T07:00:00Z"))).isTrue();
        assertThat(count.left(at("2026-08-20T07:00:00Z"))).isEqualTo(2);
    }

    @Test
    void aDayOfTwentyFiveHoursIsOneDay() {
        DayCount count = new DayCount(1, LOS_ANGELES);

        assertThat(count.tryTake(at("2026-11-01T07:00:00Z"))).isTrue();
        assertThat(count.tryTake(at("2026-11-02T07:59:59Z"))).isFalse();
        assertThat(count.tryTake(at("2026-11-02T08:00:00Z"))).isTrue();
    }

    @Test
    void aPlaceGivenBackIsFree() {
        DayCount count = new DayCount(1, ZoneOffset.UTC);
        long now = at("2026-08-20T06:00:00Z");
        count.tryTake(now);
        count.giveBack(now);
        count.giveBack(now);

        assertThat(count.left(now)).isEqualTo(1);
        assertThat(count.millisUntilFree(now)).isZero();
    }

    @Test
    void aChangedLimitRemembersTheDay() {
        DayCount former = new DayCount(5, ZoneOffset.UTC);
        long now = at("2026-08-20T06:00:00Z");
        former.tryTake(now);
        former.tryTake(now);
        DayCount changed = new DayCount(3, ZoneOffset.UTC);
        changed.replay(former, now);

        assertThat(changed.left(now)).isEqualTo(1);
    }

    private static long at(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
