package io.faregate.bench.jmh;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.LoopLedger;
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
 * Reserve and settle under three capped day budgets (all, key, route) by two threads, each an event loop of its own.
 *
 * <p>{@code scripts/bench SpendBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
public class SpendBenchmark {
    private static final long NOW_MILLIS = 1_796_000_000_000L;
    private static final long HELD = 1_200_000_000L;
    private static final long CHARGED = 700_000L;

    /** The budgets of one process. */
    @State(Scope.Benchmark)
    public static class Books {
        final SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 8);
        final LockedLedger locked = new LockedLedger();
        final List<String> names = List.of("", "key/agents", "route/agent");

        /** Puts a cap on each budget that no run can reach. */
        public Books() {
            Caps caps = new Caps(Caps.NONE, 5_000_000 * PicoUsd.DOLLAR, Caps.NONE);
            ledger.configure(caps, Map.of("agents", caps), Map.of("agent", caps));
            names.forEach(name -> locked.cap(name, 5_000_000 * PicoUsd.DOLLAR));
        }
    }

    /** One event loop and the budgets of its requests. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // set up before the first call
    public static class Loop {
        LoopLedger ledger;
        BudgetSet budgets;

        /** Takes the thread's own loop. */
        @Setup
        public void take(Books books, ThreadParams thread) {
            ledger = books.ledger.loop(thread.getThreadIndex(), Runnable::run, NOW_MILLIS);
            budgets = ledger.budgets("agents", "agent", null, NOW_MILLIS);
        }
    }

    /** The ledger. */
    @Benchmark
    public boolean reserveSettle(Loop loop) {
        long ticket = loop.ledger.tryReserve(loop.budgets, HELD);
        return loop.ledger.settle(loop.budgets, ticket, CHARGED);
    }

    /** The same budgets under one lock. */
    @Benchmark
    @RivalOf("reserveSettle")
    public boolean locked(Books books) {
        boolean admitted = books.locked.reserve(books.names, HELD);
        books.locked.settle(books.names, HELD, CHARGED);
        return admitted;
    }
}
