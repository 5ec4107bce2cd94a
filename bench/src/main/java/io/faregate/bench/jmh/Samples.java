package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.cost.Usage;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.route.Canary;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Route;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import io.faregate.router.usage.RowId;
import io.faregate.router.usage.UsageRow;
import java.math.BigDecimal;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The things that several benchmarks work on. */
final class Samples {
    static final long NOW_MILLIS = 1_796_000_000_000L;
    private static final long MICRO_USD = 1_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final long UNKNOWN = Price.UNKNOWN;

    private Samples() {}

    /** A chat price with cached input and a long-context tier. */
    static Price price() {
        return new Price(
                rates(1_250_000 * MICRO_USD, 4_250_000 * MICRO_USD, 150_000 * MICRO_USD),
                List.of(new Price.Tier(200_000, rates(2_500_000 * MICRO_USD, 6_375_000 * MICRO_USD, UNKNOWN))),
                Map.of(),
                null,
                List.of(),
                1_000_000,
                "a1b2c3d4");
    }

    private static Price.Rates rates(long input, long output, long cachedInput) {
        return new Price.Rates(
                input,
                output,
                cachedInput,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN,
                0,
                UNKNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    /** A route of its name over so many targets, with a canary on one more. */
    static Route route(String name, Mode mode, int targets) {
        List<Candidate> all = candidates(targets + 1);
        return new Route(
                name,
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

    /** What the planner decides by, with these routes. */
    static Routing routing(Map<String, Route> routes) {
        return new Routing(
                routes,
                List.copyOf(routes.keySet()),
                List.of(),
                List.of(),
                new BenchPolicy(Map.of(), Map.of()),
                Caps.UNCAPPED,
                ZoneOffset.UTC,
                true,
                false);
    }

    /** Candidates of as many targets, their prices spread so that the cheapest stands nowhere special. */
    static List<Candidate> candidates(int count) {
        List<Candidate> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            KeySlot slot = new KeySlot("provider-" + i, null);
            Provider provider =
                    new Provider(slot.name(), URI.create("http://127.0.0.1:9/v1"), "openai", List.of(slot), null);
            Target target = new Target(
                    "target-" + i, provider, 1, 1, Set.of(), 0, SECOND, SECOND, SECOND, SECOND, 32, 100, false);
            long spread = 1 + (i * 7L + 3) % count;
            Price price = new Price(
                    rates(100_000 * MICRO_USD * spread, 400_000 * MICRO_USD * spread, UNKNOWN),
                    List.of(),
                    Map.of(),
                    null,
                    List.of(),
                    1_000_000,
                    "v" + i);
            all.add(new Candidate(
                    target, slot, "model-" + i, price, Capability.ALL, 200_000, 8_192, false, Set.of(), false));
        }
        return all;
    }

    /** The candidate without one of its capabilities. */
    static Candidate without(Capability missing, Candidate candidate) {
        return new Candidate(
                candidate.target(),
                candidate.slot(),
                candidate.model(),
                candidate.price(),
                candidate.capabilities() & ~missing.bit() & ~Capability.PROMPTED_TOOLS.bit(),
                candidate.maxContextTokens(),
                candidate.maxOutputTokens(),
                candidate.reasons(),
                candidate.efforts(),
                candidate.fixedSampling());
    }

    /** A request that every candidate can serve. */
    static RouteRequest request() {
        return request(0);
    }

    /** A request that needs these capabilities. */
    static RouteRequest request(int needs) {
        return new RouteRequest(Surface.CHAT, "agent", false, false, needs, 1_834, 800, 1, false, Map.of(), "", true);
    }

    /** 1,834 tokens in, 512 of them cached, 211 out. */
    static Usage usage() {
        return new Usage(1_834, 512, 0, 0, 0, 0, 211, 40, 0, 0, null, Usage.UNKNOWN);
    }

    /** A served call in a canary. */
    static UsageRow row() {
        Attempted tried = new Attempted();
        tried.add(new Attempt(
                "muse-spark",
                "meta",
                "muse-spark-1.1",
                Attempt.Result.SERVED,
                null,
                null,
                200,
                812,
                usage(),
                2_626_050_000L,
                3_380_500_000L,
                true,
                List.of(),
                false));
        return new UsageRow(
                new UsageRow.Call(
                        RowId.of(NOW_MILLIS, 77, 991_817_263_554L),
                        NOW_MILLIS,
                        "8b1f6c0e-53f0-4f0b-9d3c-2f1f6e5a7b90",
                        "task-20261129-000187",
                        true,
                        "agents"),
                new UsageRow.Assignment(
                        "agent", "2026-w48", "primary", new BigDecimal("0.05"), "muse-spark", "9f86d081884c"),
                new UsageRow.Asked("chat", 1, "agent", false, 1_790, 800),
                new UsageRow.Served("muse-spark", "meta", "muse-spark-1.1", "a1b2c3d4"),
                new UsageRow.Ending(
                        NOW_MILLIS + 812,
                        200,
                        UsageRow.Outcome.SERVED,
                        null,
                        UsageRow.UsageSource.PROVIDER,
                        0,
                        UsageRow.UNKNOWN,
                        2_626_050_000L,
                        812,
                        640,
                        false,
                        4_812_626_050_000L),
                tried);
    }
}
