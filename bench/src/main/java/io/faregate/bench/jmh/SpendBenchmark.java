package io.faregate.bench.jmh;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.LoopLedger;
import io.faregate.router.spend.Reservation;
import io.faregate.router.spend.SpendLedger;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reserve and settle under three capped day budgets (all, key, route), by one event loop and by two, and under one cap
 * alone.
 *
 * <p>{@code scripts/bench SpendBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
public class SpendBenchmark {
    private static final long NOW_MILLIS = 1_796_000_000_000L;
    static final long HELD = 1_200_000_000L;
    static final long CHARGED = 700_000L;

    /** The budgets of one process. */
    @State(Scope.Benchmark)
    public static class Books {
        final SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 8);
        final LockedLedger locked = new LockedLedger();
        final SpendLedger oneCap = new SpendLedger(ZoneOffset.UTC, 8);
        final List<String> oneName = List.of("");
        final AtomicBudget word = new AtomicBudget(5_000_000 * PicoUsd.DOLLAR);
        final List<String> names = List.of("", "key/agents", "route/agent");

        /** Puts a cap on each budget that no run can reach. */
        public Books() {
            Caps caps = new Caps(Caps.NONE, 5_000_000 * PicoUsd.DOLLAR, Caps.NONE);
            ledger.configure(caps, Map.of("agents", caps), Map.of("agent", caps));
            oneCap.configure(caps, Map.of(), Map.of());
            names.forEach(name -> locked.cap(name, 5_000_000 * PicoUsd.DOLLAR));
        }

        boolean lockedCall(List<String> budgets) {
            boolean admitted = locked.reserve(budgets, HELD);
            locked.settle(budgets, HELD, CHARGED);
            return admitted;
        }
    }

    /** One event loop and the budgets of its requests. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // set up before the first call
    public static class Loop {
        LoopLedger ledger;
        BudgetSet budgets;
        LoopLedger oneCap;
        BudgetSet oneBudget;

        /** Takes the thread's own loop. */
        @Setup
        public void take(Books books, ThreadParams thread) {
            ledger = books.ledger.loop(thread.getThreadIndex(), Runnable::run, NOW_MILLIS);
            budgets = ledger.budgets("agents", "agent", null, NOW_MILLIS);
            oneCap = books.oneCap.loop(thread.getThreadIndex(), Runnable::run, NOW_MILLIS);
            oneBudget = oneCap.budgets(null, "agent", null, NOW_MILLIS);
        }

        /** Reserves from the loop's own money, or draws some first, and settles. */
        static boolean call(LoopLedger ledger, BudgetSet budgets) {
            long ticket = ledger.tryReserve(budgets, HELD);
            if (ticket != 0) {
                return ledger.settle(budgets, ticket, CHARGED);
            }
            ledger.reserve(budgets, HELD, admission -> ((Reservation) admission).settle(CHARGED));
            return false;
        }
    }

    /** The ledger, two loops beside each other. */
    @Benchmark
    public boolean reserveSettle(Loop loop) {
        return Loop.call(loop.ledger, loop.budgets);
    }

    /** One budget in one word instead of three. */
    @Benchmark
    @RivalOf("reserveSettle")
    public boolean oneAtomicLong(Books books) {
        return books.word.call();
    }

    /** The same budgets under one lock. */
    @Benchmark
    @RivalOf("reserveSettle")
    public boolean locked(Books books) {
        return books.lockedCall(books.names);
    }

    /** The ledger, one loop alone. */
    @Benchmark
    @Threads(1)
    public boolean reserveSettleAlone(Loop loop) {
        return Loop.call(loop.ledger, loop.budgets);
    }

    /** One budget in one word, one thread alone. */
    @Benchmark
    @Threads(1)
    @RivalOf("reserveSettleAlone")
    public boolean oneAtomicLongAlone(Books books) {
        return books.word.call();
    }

    /** The same budgets under one lock that nobody else wants. */
    @Benchmark
    @Threads(1)
    @RivalOf("reserveSettleAlone")
    public boolean lockedAlone(Books books) {
        return books.lockedCall(books.names);
    }

    /** The ledger under one cap, one loop alone; what the route spends is counted beside it, as in every router. */
    @Benchmark
    @Threads(1)
    public boolean oneBudgetAlone(Loop loop) {
        return Loop.call(loop.oneCap, loop.oneBudget);
    }

    /** The same in one word, without what the route spends. */
    @Benchmark
    @Threads(1)
    @RivalOf("oneBudgetAlone")
    public boolean oneBudgetAtomicLongAlone(Books books) {
        return books.word.call();
    }

    /** The same under one lock that nobody else wants. */
    @Benchmark
    @Threads(1)
    @RivalOf("oneBudgetAlone")
    public boolean oneBudgetLockedAlone(Books books) {
        return books.lockedCall(books.oneName);
    }
}
