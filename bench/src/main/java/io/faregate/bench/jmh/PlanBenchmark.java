package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.route.Canary;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Planner;
import io.faregate.router.route.Route;
import io.faregate.router.route.RoutePlan;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
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

    private final Planner planner = new Planner((asked, facts, nanos, millis, chance) -> asked.candidates());
    private final RouteRequest request = Samples.request();
    private Route route = route(Mode.FALLBACK);
    private long random = 1;

    /** Makes the route. */
    @Setup
    public void makeRoute() {
        route = route(mode);
        planner.take(new Routing(
                Map.of("agent", route),
                List.of("agent"),
                List.of(),
                List.of(),
                new BenchPolicy(Map.of(), Map.of()),
                Caps.UNCAPPED,
                ZoneOffset.UTC,
                true,
                false));
    }

    /** The whole plan: arm, order, who cannot serve. */
    @Benchmark
    public RoutePlan plan() {
        return planner.plan(
                route, request, "task-20261129-000187", "agents", true, random, Samples.NOW_MILLIS, random++);
    }

    private Route route(Mode mode) {
        List<Candidate> all = Samples.candidates(targets + 1);
        return new Route(
                "agent",
                true,
                mode,
                UnpricedStrategy.FALLBACK,
                all.subList(0, targets),
                List.of(),
                new Canary(all.subList(targets, targets + 1), new BigDecimal("5"), "load", false, List.of()),
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false);
    }
}
