package io.faregate.bench.jmh;

import io.faregate.router.route.Mode;
import io.faregate.router.route.Planner;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The plan of one request over targets in declared order, with a canary.
 *
 * <p>{@code scripts/bench PlanBenchmark}
 */
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class PlanBenchmark {
    /** How many targets the route has. */
    @Param({"3", "8", "32", "128"})
    public int targets = 8;

    /** The route's mode. */
    @Param({"SINGLE", "FALLBACK"})
    public Mode mode = Mode.FALLBACK;

    private final Planner planner = new Planner((order, asked, facts, nanos, millis, chance) -> {});
    private final RouteRequest request = Samples.request();
    private Route route = Samples.route("agent", Mode.FALLBACK, 8);
    private final RoutePlan room = new RoutePlan();
    private long random = 1;

    /** Makes the route. */
    @Setup
    public void makeRoute() {
        route = Samples.route("agent", mode, targets);
        planner.take(Samples.routing(Map.of("agent", route)));
    }

    /** The whole plan: arm, order, who cannot serve. */
    @Benchmark
    public RoutePlan plan() {
        return planner.plan(
                room, route, request, "task-20261129-000187", "agents", true, random, Samples.NOW_MILLIS, random++);
    }
}
