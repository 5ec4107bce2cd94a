package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.route.Mode;
import io.faregate.router.route.RouteRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The whole decision of one request: capability, window, bench, price, pick and limits.
 *
 * <p>{@code scripts/bench DecisionBenchmark}
 */
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class DecisionBenchmark {
    /** How many targets the route has. */
    @Param({"3", "8", "32", "128"})
    public int targets = 8;

    /** The route's mode. */
    @Param({"COST_OPTIMIZED", "LOADBALANCE", "LEAST_LATENCY", "FALLBACK"})
    public Mode mode = Mode.COST_OPTIMIZED;

    private final RouteRequest request = Samples.request();
    private Decision decision = new Decision(mode, List.of(), new BenchBoard());
    private SortedDecision rival = new SortedDecision(mode, List.of());
    private long random = 1;

    /** Makes the route. */
    @Setup
    public void makeRoute() {
        List<Candidate> candidates = Samples.candidates(targets);
        decision = new Decision(mode, candidates, new BenchBoard());
        rival = new SortedDecision(mode, candidates);
    }

    /** As the router decides. */
    @Benchmark
    public @Nullable Candidate decide() {
        return decision.decide(request, random++);
    }

    /** By a sorted stream over objects. */
    @Benchmark
    @RivalOf("decide")
    public @Nullable Candidate sortedStream() {
        return rival.decide(request);
    }
}
