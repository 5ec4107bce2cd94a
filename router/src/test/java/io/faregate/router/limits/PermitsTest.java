package io.faregate.router.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a process holds of a limit that it shares, and what it says of it. */
final class PermitsTest {
    private static final long LEASE = 10_000_000_000L;

    private final Permits permits = new Permits(0);
    private long used;

    private Permits.@Nullable Statement state(long nowNanos) {
        return permits.state(() -> used, nowNanos);
    }

    private void call(long nowNanos) {
        assertThat(permits.take(1, nowNanos)).isTrue();
        used++;
        permits.arrived(1);
    }

    @Test
    void saysNothingWhileNobodyCalls() {
        assertThat(state(0)).isNull();
        assertThat(permits.take(1, 0)).isFalse();
    }

    @Test
    void asksForWhatIsLackingAndLaterForWhatIsUsedInAMoment() {
        permits.lack(3);
        assertThat(state(0)).isEqualTo(new Permits.Statement(0, 3, 3));
        permits.granted(3, 100, LEASE, 0);
        call(1);
        call(2);
        call(3);
        assertThat(permits.take(1, 4)).isFalse();

        assertThat(state(5)).isEqualTo(new Permits.Statement(3, 0, 6));
        permits.granted(6, 94, LEASE, 5);

        assertThat(permits.holds(6, 6)).isTrue();
    }

    @Test
    void countsWhatIsUnderWay() {
        permits.granted(4, 0, LEASE, 0);
        assertThat(permits.take(1, 1)).isTrue();

        assertThat(state(2)).isEqualTo(new Permits.Statement(4, 0, 0));
        permits.arrived(1);

        // Dropped on the way: it is not said any more.
        assertThat(state(3)).isEqualTo(new Permits.Statement(0, 0, 0));
        assertThat(state(4)).isNull();
    }

    @Test
    void givesBackWhatNobodyUsed() {
        permits.granted(40, 0, LEASE, 0);
        call(1);
        assertThat(state(2)).isEqualTo(new Permits.Statement(40, 0, 0));

        assertThat(state(3)).isEqualTo(new Permits.Statement(1, 0, 0));
        assertThat(permits.take(1, 4)).isFalse();
    }

    @Test
    void whatIsHeldEndsWithItsLease() {
        permits.granted(5, 0, LEASE, 0);
        assertThat(permits.holds(5, LEASE - 1)).isTrue();
        assertThat(permits.take(1, LEASE)).isFalse();
        permits.lack(1);

        assertThat(state(LEASE)).isEqualTo(new Permits.Statement(0, 1, 1));
    }

    @Test
    void isShortForAMomentAfterTheStoreSaidSo() {
        permits.granted(1, 2, LEASE, 0);

        assertThat(permits.knownShort(3, 1)).isFalse();
        assertThat(permits.knownShort(4, 1)).isTrue();
        assertThat(permits.knownShort(4, Permits.NEWS_NANOS)).isFalse();
    }
}
