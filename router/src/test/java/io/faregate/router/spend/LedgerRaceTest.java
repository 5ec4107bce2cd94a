package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.money.PicoUsd;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger under real threads. */
final class LedgerRaceTest {
    private static final long NOW = 1_774_700_000_000L;
    private static final int CALLERS = 64;

    private final List<ExecutorService> threads = new ArrayList<>();
    private SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1);
    private LoopLedger[] loops = {};

    private void start(int count, Caps global, Map<String, Caps> keys) {
        ledger = new SpendLedger(ZoneOffset.UTC, count);
        ledger.configure(global, keys, Map.of());
        loops = new LoopLedger[count];
        for (int i = 0; i < count; i++) {
            threads.add(Executors.newSingleThreadExecutor());
            loops[i] = ledger.loop(i, threads.get(i), NOW);
        }
    }

    @AfterEach
    void stop() {
        threads.forEach(ExecutorService::shutdownNow);
    }

    private static Caps daily(long picoUsd) {
        return new Caps(Caps.NONE, picoUsd, Caps.NONE);
    }

    /** One of many clients that ask one after the other, on a loop of its own choice. */
    private final class Caller {
        private final int loop;
        private final SplittableRandom random;
        private final CountDownLatch done;
        private int calls;

        Caller(int number, int calls, CountDownLatch done) {
            loop = number % loops.length;
            random = new SplittableRandom(number);
            this.calls = calls;
            this.done = done;
        }

        void next() {
            if (calls-- == 0) {
                done.countDown();
                return;
            }
            String key = random.nextInt(3) == 0 ? "k" : null;
            BudgetSet budgets = loops[loop].budgets(key, "r", null, NOW);
            long amount = amount(random);
            loops[loop].reserve(budgets, amount, admission -> {
                if (admission instanceof Reservation reservation) {
                    admitted.incrementAndGet();
                    threads.get(loop).execute(() -> {
                        long charged = charged(random, amount);
                        booked.addAndGet(charged);
                        reservation.settle(charged);
                        next();
                    });
                } else {
                    refused.incrementAndGet();
                    threads.get(loop).execute(this::next);
                }
            });
        }

        private long amount(SplittableRandom chance) {
            return fixedAmount > 0 ? fixedAmount : 1 + chance.nextInt(100);
        }

        private long charged(SplittableRandom chance, long amount) {
            return fixedAmount > 0 ? fixedAmount : chance.nextLong(amount + 1);
        }
    }

    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong booked = new AtomicLong();
    private long fixedAmount;

    private CountDownLatch go(int calls) {
        CountDownLatch done = new CountDownLatch(CALLERS);
        for (int i = 0; i < CALLERS; i++) {
            Caller caller = new Caller(i, calls, done);
            threads.get(caller.loop).execute(caller::next);
        }
        return done;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void admitsExactlyAThousandOfAHundredThousand(int count) throws InterruptedException {
        fixedAmount = 40_000_000;
        start(count, daily(1_000 * fixedAmount), Map.of());
        assertThat(go(100_000 / CALLERS).await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(admitted).hasValue(1_000);
        assertThat(refused).hasValue(CALLERS * (100_000 / CALLERS) - 1_000);
        assertThat(ledger.dayTotal(NOW)).isEqualTo(1_000 * fixedAmount);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void isWithinEveryCapInEverySample(int count) throws InterruptedException {
        long global = 1_000_000;
        long key = 150_000;
        start(count, daily(global), Map.of("k", daily(key)));
        CountDownLatch done = go(2_000);
        int samples = 0;
        while (!done.await(0, TimeUnit.SECONDS)) {
            for (BudgetView view : ledger.view()) {
                if (view.atOneMoment() && view.capPicoUsd() >= 0) {
                    samples++;
                    assertThat(view.settledPicoUsd() + view.reservedPicoUsd()).isLessThanOrEqualTo(view.capPicoUsd());
                }
            }
        }
        assertThat(samples).isGreaterThan(10);
        assertAtRest();
        assertThat(ledger.dayTotal(NOW)).isEqualTo(booked.get());
        // The last requests found less than the smallest of them had asked for, or the calls ran out first.
        assertThat(ledger.dayTotal(NOW)).isGreaterThan(global - 200);
    }

    private void assertAtRest() throws InterruptedException {
        for (ExecutorService thread : threads) {
            CountDownLatch idle = new CountDownLatch(1);
            thread.execute(idle::countDown);
            assertThat(idle.await(10, TimeUnit.SECONDS)).isTrue();
        }
        for (BudgetView view : ledger.view()) {
            long idle = view.slicesPicoUsd().stream().mapToLong(Long::longValue).sum();
            assertThat(view.reservedPicoUsd()).isZero();
            assertThat(view.settledPicoUsd() + idle + view.centrePicoUsd())
                    .as("%s", view)
                    .isEqualTo(Math.max(0, view.capPicoUsd()));
        }
    }

    @Test
    void keepsTotalsWhileCapsComeAndGo() throws InterruptedException {
        start(2, Caps.UNCAPPED, Map.of());
        CountDownLatch done = go(2_000);
        long cap = 0;
        while (!done.await(1, TimeUnit.MILLISECONDS)) {
            cap = (cap + 7_919) % 4_000_000;
            ledger.configure(cap % 3 == 0 ? Caps.UNCAPPED : daily(cap), Map.of("k", daily(cap / 2)), Map.of());
        }
        ledger.configure(daily(PicoUsd.DOLLAR), Map.of(), Map.of());
        assertAtRest();
        assertThat(ledger.dayTotal(NOW)).isEqualTo(booked.get());
        assertThat(admitted.get() + refused.get()).isEqualTo(CALLERS * 2_000);
    }

    @Test
    void addsAMillionSmallCallsExactlyOverLoops() throws InterruptedException {
        fixedAmount = 4_900_000;
        start(2, daily(5 * PicoUsd.DOLLAR), Map.of());
        assertThat(go(1_000_000 / CALLERS).await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(admitted).hasValue(1_000_000);
        assertThat(PicoUsd.print(ledger.dayTotal(NOW))).isEqualTo("4.9");
    }

    @Test
    void holdsATaskToItsCapFromAllLoops() throws InterruptedException {
        start(3, new Caps(Caps.NONE, Caps.NONE, 1_000), Map.of());
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            LoopLedger loop = loops[i];
            threads.get(i).execute(() -> {
                for (int call = 0; call < 5_000; call++) {
                    BudgetSet budgets = loop.budgets("k", "r", "one", NOW);
                    loop.reserve(budgets, 7, admission -> {
                        if (admission instanceof Reservation reservation) {
                            long before = admitted.incrementAndGet();
                            reservation.settle(before % 2 == 0 ? 7 : 3);
                            booked.addAndGet(before % 2 == 0 ? 7 : 3);
                        }
                    });
                }
                done.countDown();
            });
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(booked.get()).isBetween(994L, 1_000L);
        assertThat(loops[0].remaining(loops[0].budgets("k", "r", "one", NOW))).isEqualTo(1_000 - booked.get());
    }
}
