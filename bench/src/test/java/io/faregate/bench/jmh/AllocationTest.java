package io.faregate.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.CostRanking;
import io.faregate.router.rank.RankScratch;
import io.faregate.router.rank.RankingTable;
import io.faregate.router.route.Mode;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.LoopLedger;
import io.faregate.router.spend.Reservation;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.wire.ChatRequestScanner;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the hot parts allocate: bounds that hold on any machine, however busy. */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 1_000;
    private static final int MOST_ROUNDS = 60;
    /** What ends at nothing is waited for: on a busy box the optimizing compiler comes late. */
    private static final int MOST_ROUNDS_TO_NOTHING = 5_000;

    @Test
    void reservingAndSettlingAllocatesNothing() throws Exception {
        Caps caps = new Caps(Caps.NONE, 1_000 * PicoUsd.DOLLAR, Caps.NONE);
        SpendLedger books = new SpendLedger(ZoneOffset.UTC, 1);
        books.configure(caps, Map.of("agents", caps), Map.of("agent", caps));
        LoopLedger ledger = books.loop(0, Runnable::run, Samples.NOW_MILLIS);
        BudgetSet budgets = ledger.budgets("agents", "agent", null, Samples.NOW_MILLIS);
        // The first call draws what the next ones are reserved from.
        ledger.reserve(budgets, 1_000_000, admission -> ((Reservation) admission).settle(700));
        assertNothingAllocated(() -> {
            long ticket = ledger.tryReserve(budgets, 1_000_000);
            if (!ledger.settle(budgets, ticket, 700)) {
                throw new AssertionError("not reserved from what the loop has in hand");
            }
            return budgets;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 32, 128})
    void rankingAllocatesNothing(int candidates) throws Exception {
        RankingTable table = RankingTable.of(Samples.candidates(candidates), Samples.NOW_MILLIS);
        CostRanking ranking = new CostRanking(CostRanking.Unpriced.FALLBACK);
        RankScratch scratch = new RankScratch();
        assertNothingAllocated(() -> {
            scratch.begin(table, 1_834, 800, 0, 42);
            return scratch.next(ranking) < 0 ? "nobody" : "somebody";
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 32, 128})
    void planningInDeclaredOrderAllocatesNothing(int targets) throws Exception {
        PlanBenchmark plan = new PlanBenchmark();
        plan.targets = targets;
        plan.makeRoute();
        assertNothingAllocated(plan::plan);
    }

    @ParameterizedTest
    @CsvSource({
        "COST_OPTIMIZED, 3", "COST_OPTIMIZED, 8", "COST_OPTIMIZED, 32", "COST_OPTIMIZED, 128",
        "LOADBALANCE, 3", "LOADBALANCE, 8", "LOADBALANCE, 32", "LOADBALANCE, 128",
        "LEAST_LATENCY, 3", "LEAST_LATENCY, 8", "LEAST_LATENCY, 32", "LEAST_LATENCY, 128",
        "FALLBACK, 3", "FALLBACK, 8", "FALLBACK, 32", "FALLBACK, 128"
    })
    void decidingAllocatesNothing(Mode mode, int targets) throws Exception {
        DecisionBenchmark benchmark = new DecisionBenchmark();
        benchmark.mode = mode;
        benchmark.targets = targets;
        benchmark.makeRoute();
        assertThat(benchmark.decide()).isNotNull();
        assertNothingAllocated(benchmark::decide);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"COST_OPTIMIZED", "LOADBALANCE", "LEAST_LATENCY", "FALLBACK"})
    void passingOverWhoCannotServeAllocatesNothing(Mode mode) throws Exception {
        List<Candidate> candidates = new ArrayList<>(Samples.candidates(8));
        candidates.set(5, Samples.without(Capability.TOOLS, candidates.get(5)));
        Decision decision = new Decision(mode, candidates, new BenchBoard());
        RouteRequest tools = Samples.request(Capability.TOOLS.bit());
        assertThat(decision.decide(tools, 1)).isNotNull().isNotEqualTo(candidates.get(5));
        assertNothingAllocated(() -> decision.decide(tools, 2));
    }

    @Test
    void scanningAllocatesTheSameForEveryLengthOfBody() throws Exception {
        ChatRequestScanner scanner = new ChatRequestScanner(1);
        byte[] small = Bodies.request(2_048);
        byte[] large = Bodies.request(256 * 1_024);
        long forSmall = bytesPerCall(() -> scanner.scan(small, Surface.CHAT, false));
        long forLarge = bytesPerCall(() -> scanner.scan(large, Surface.CHAT, false));
        assertThat(forSmall).isLessThanOrEqualTo(1_500);
        assertThat(forLarge).isLessThanOrEqualTo(1_500);
    }

    @Test
    void lookingIntoAChunkAllocatesNextToNothing() throws Exception {
        SseBenchmark stream = new SseBenchmark();
        assertThat(bytesPerCall(stream::scan)).isLessThanOrEqualTo(SseBenchmark.CHUNKS * 32L);
    }

    /** What a call allocates once it is compiled: the least of many rounds, since nobody knows when that is. */
    private static long bytesPerCall(Work work) throws Exception {
        return bytesPerCall(work, MOST_ROUNDS);
    }

    private static void assertNothingAllocated(Work work) throws Exception {
        assertThat(bytesPerCall(work, MOST_ROUNDS_TO_NOTHING)).isZero();
    }

    private static long bytesPerCall(Work work, int rounds) throws Exception {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < rounds && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                work.run();
            }
            least = Math.min(least, (THREADS.getCurrentThreadAllocatedBytes() - before) / CALLS);
        }
        return least;
    }

    private interface Work {
        @Nullable
        Object run() throws Exception;
    }
}
