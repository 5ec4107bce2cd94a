package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.limits.LimitBook;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.limits.RateLimits;
import io.faregate.router.limits.Taken;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Books of several replicas whose calls keep a distance from each other's. */
final class SharedPausesTest {
    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Patience QUICK = new Patience(20_000, 25, 1_000, 1_000);

    private final Vertx vertx = Vertx.vertx();
    private final List<SharedPauses> shares = new ArrayList<>();
    private final LoopbackRedis store = new LoopbackRedis(false);

    SharedPausesTest() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        store.start();
    }

    @AfterEach
    void stop() throws IOException {
        shares.forEach(SharedPauses::stop);
        Replica.get(vertx.close());
        store.stop();
    }

    private LimitBook book() {
        LimitBook book = new LimitBook();
        LimitRules rules = new LimitRules(
                LimitRules.UNLIMITED, LimitRules.UNLIMITED, LimitRules.UNLIMITED, PAUSE_NANOS, ZoneOffset.UTC);
        book.replace(Map.of("p", rules), Map.of(), System.nanoTime(), 0);
        SharedPauses shared = new SharedPauses(vertx, store.url(), book, QUICK);
        shares.add(shared);
        shared.start();
        return book;
    }

    private static RateLimits limits(LimitBook book, String slot) {
        return Objects.requireNonNull(book.of("p", slot, System.nanoTime()));
    }

    private static @Nullable String call(LimitBook book, String slot) {
        return limits(book, slot).tryTake(new Taken(), 1, System.nanoTime(), System.currentTimeMillis());
    }

    private static void untilRefused(LimitBook book, String slot) {
        Await.until("refused", () -> {
            String refusal = limits(book, slot).refusal(1, System.nanoTime(), System.currentTimeMillis());
            return RateLimits.COOLDOWN.equals(refusal);
        });
    }

    @Test
    void afterACallOfOneTheOthersPauseAsWell() {
        LimitBook a = book();
        LimitBook b = book();
        assertThat(call(a, "one")).isNull();

        untilRefused(b, "one");
        assertThat(call(b, "one")).isEqualTo(RateLimits.COOLDOWN);
        assertThat(call(b, "two")).isNull();
        untilRefused(a, "two");
    }

    @Test
    void aPauseHoldsWhereNobodyHadCalledBefore() {
        LimitBook a = book();
        assertThat(call(a, "first")).isNull();
        assertThat(call(a, "second")).isNull();
        LimitBook late = book();

        untilRefused(late, "second");
        assertThat(call(late, "first")).isEqualTo(RateLimits.COOLDOWN);
    }

    /** What comes back has been on its way for a while: told again it would grow and never end. */
    @Test
    void onlyWhatItsOwnCallsHaveBegunIsTold() {
        LimitBook a = book();
        LimitBook b = book();
        assertThat(call(a, "one")).isNull();
        untilRefused(b, "one");

        List<String> told = new ArrayList<>();
        b.pauses(System.nanoTime(), (name, endNanos) -> told.add(name));
        assertThat(told).isEmpty();
        a.pauses(System.nanoTime(), (name, endNanos) -> told.add(name));
        assertThat(told).containsExactly("provider:p:one");
    }

    /** A call later both have heard from the other since, so what was heard before is in force. */
    @Test
    void aPauseOfItsOwnIsNotHeardBackAsALongerOne() {
        LimitBook a = book();
        LimitBook b = book();
        assertThat(call(a, "one")).isNull();
        untilRefused(b, "one");
        for (String slot : List.of("two", "three", "four")) {
            assertThat(call(b, slot)).isNull();
            untilRefused(a, slot);
        }

        List<Long> ends = new ArrayList<>();
        a.pauses(System.nanoTime(), (name, endNanos) -> ends.add(endNanos));
        assertThat(ends)
                .containsExactly(limits(a, "one").freeAtNanos(1, System.nanoTime(), System.currentTimeMillis()));
    }
}
