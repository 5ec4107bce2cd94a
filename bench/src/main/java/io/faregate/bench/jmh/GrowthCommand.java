package io.faregate.bench.jmh;

import com.sun.management.ThreadMXBean;
import io.faregate.bench.load.Box;
import io.faregate.bench.rig.TextTable;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.CostRanking;
import io.faregate.router.rank.RankScratch;
import io.faregate.router.rank.RankingTable;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Planner;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Surface;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.LoopLedger;
import io.faregate.router.spend.Reservation;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code growth}: what a step of a call costs as what it works on grows, with the slope between two sizes. */
@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        description = {
            "Prints time and bytes of the steps of a call against targets, routes, keys, open tasks and the body's length.",
            "A slope of 0 does not grow, 1 grows as the size does. Run nothing else meanwhile."
        })
public final class GrowthCommand implements Callable<Integer> {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int REPEATS = 5;

    @Option(names = "--quick", description = "small sizes, short: to see that it runs, not to quote")
    boolean quick;

    private final TextTable table = new TextTable().row("", "size", "ns", "bytes", "slope");
    private Object sink = "";

    @Override
    public Integer call() throws Exception {
        targets();
        routes();
        keys();
        tasks();
        body();
        System.out.println(Box.describe());
        System.out.print(table.print());
        return sink == null ? 1 : 0;
    }

    private void targets() throws Exception {
        RankScratch scratch = new RankScratch();
        CostRanking ranking = new CostRanking(CostRanking.Unpriced.FALLBACK);
        RouteRequest request = Samples.request();
        Line line = new Line("cheapest of so many targets");
        for (int size : new int[] {3, 8, 32, 128}) {
            RankingTable all = RankingTable.of(Samples.candidates(size), Samples.NOW_MILLIS);
            line.add(size, i -> {
                scratch.begin(all, request.estimatedInputTokens(), request.askedOutputTokens(), 0, i);
                return scratch.next(ranking) < 0 ? "nobody" : "somebody";
            });
        }
    }

    private void routes() throws Exception {
        RouteRequest request = Samples.request();
        Line line = new Line("name to plan, one of so many routes of 8 targets");
        for (int size : new int[] {1, 10, 100, 1_000}) {
            Map<String, Route> all = new HashMap<>();
            String[] names = new String[size];
            for (int i = 0; i < size; i++) {
                names[i] = "route-" + i;
                all.put(names[i], Samples.route(names[i], Mode.FALLBACK, 8));
            }
            Routing routing = Samples.routing(all);
            Planner planner = new Planner((order, asked, facts, nanos, millis, chance) -> {});
            RoutePlan room = new RoutePlan();
            planner.take(routing);
            line.add(size, i -> {
                Route route = Objects.requireNonNull(routing.route(names[(int) (i % size)]));
                return planner.plan(room, route, request, "task-1", "agents", true, i, Samples.NOW_MILLIS, i);
            });
        }
    }

    private void keys() throws Exception {
        Line line = new Line("budgets of one of so many keys, reserve and settle");
        for (int size : new int[] {1, 10, 100, 1_000, 10_000}) {
            Caps caps = new Caps(Caps.NONE, 1_000 * PicoUsd.DOLLAR, Caps.NONE);
            Map<String, Caps> all = new HashMap<>();
            String[] names = new String[size];
            for (int i = 0; i < size; i++) {
                names[i] = "key-" + i;
                all.put(names[i], caps);
            }
            SpendLedger books = new SpendLedger(ZoneOffset.UTC, 1);
            books.configure(caps, all, Map.of("agent", caps));
            LoopLedger ledger = books.loop(0, Runnable::run, Samples.NOW_MILLIS);
            line.add(size, i -> spend(ledger, names[(int) (i % size)], null));
        }
    }

    private void tasks() throws Exception {
        Line line = new Line("budgets of one of so many open tasks, reserve and settle");
        for (int size : quick ? new int[] {100, 10_000} : new int[] {100, 10_000, 100_000, 1_000_000}) {
            Caps caps = new Caps(Caps.NONE, 1_000 * PicoUsd.DOLLAR, PicoUsd.DOLLAR);
            SpendLedger books = new SpendLedger(ZoneOffset.UTC, 1);
            books.configure(caps, Map.of(), Map.of());
            LoopLedger ledger = books.loop(0, Runnable::run, Samples.NOW_MILLIS);
            String[] names = new String[size];
            for (int i = 0; i < size; i++) {
                names[i] = "task-" + i;
                spend(ledger, null, names[i]);
            }
            line.add(size, i -> spend(ledger, null, names[(int) (i * 7_919 % size)]));
        }
    }

    private static BudgetSet spend(LoopLedger ledger, @Nullable String key, @Nullable String task) {
        BudgetSet budgets = ledger.budgets(key, "agent", task, Samples.NOW_MILLIS);
        long ticket = ledger.tryReserve(budgets, 700);
        if (ticket == 0) {
            // The first call draws what the next ones are reserved from.
            ledger.reserve(budgets, 700, admission -> ((Reservation) admission).settle(0));
        } else {
            ledger.settle(budgets, ticket, 0);
        }
        return budgets;
    }

    private void body() throws Exception {
        ChatRequestScanner scanner = new ChatRequestScanner(1);
        Line line = new Line("scan and splice of a body of so many bytes");
        for (int size :
                quick ? new int[] {1 << 10, 1 << 16} : new int[] {1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 24}) {
            byte[] bytes = Bodies.request(size);
            line.add(
                    size,
                    i -> scanner.scan(bytes, Surface.CHAT, false)
                            .splice("gpt-mini", ChatRequest.NO_MAXIMUM, ChatRequest.StreamUsage.ASK));
        }
    }

    /** One step at several sizes. */
    private final class Line {
        private final String name;
        private double lastNanos = Double.NaN;
        private double lastSize;

        Line(String name) {
            this.name = name;
        }

        void add(int size, Work work) throws Exception {
            long repeatNanos = (quick ? 20L : 200L) * 1_000_000;
            double nanos = Double.MAX_VALUE;
            double bytes = Double.MAX_VALUE;
            long operation = 0;
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                long count = 0;
                long allocated = THREADS.getCurrentThreadAllocatedBytes();
                long start = System.nanoTime();
                long end = start;
                while (end - start < repeatNanos) {
                    for (int i = 0; i < 16; i++) {
                        sink = work.run(operation++);
                    }
                    count += 16;
                    end = System.nanoTime();
                }
                nanos = Math.min(nanos, (end - start) / (double) count);
                bytes = Math.min(bytes, (THREADS.getCurrentThreadAllocatedBytes() - allocated) / (double) count);
            }
            double slope = Math.log(nanos / lastNanos) / Math.log(size / lastSize);
            table.row(
                    Double.isNaN(lastNanos) ? name : "",
                    Integer.toString(size),
                    String.format(Locale.ROOT, "%.0f", nanos),
                    String.format(Locale.ROOT, "%.0f", bytes),
                    Double.isNaN(slope) ? "" : String.format(Locale.ROOT, "%.2f", slope));
            lastNanos = nanos;
            lastSize = size;
        }
    }

    private interface Work {
        Object run(long operation) throws Exception;
    }
}
