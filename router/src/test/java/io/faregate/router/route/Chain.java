package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.spend.Caps;
import io.faregate.router.usage.Attempt;
import java.net.URI;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Candidates, plans and endings for tests of decisions. */
final class Chain {
    static final long SECOND = 1_000_000_000L;
    static final long MILLI = 1_000_000L;

    private Chain() {}

    /** What is in force when {@code route} is the only one, named {@code r}. */
    static Routing routing(Route route) {
        return new Routing(
                Map.of("r", route),
                List.of("r"),
                List.of(),
                List.of(),
                new BenchPolicy(new HashMap<>(), new HashMap<>()),
                Caps.UNCAPPED,
                ZoneOffset.UTC,
                true,
                false);
    }

    static Candidate candidate(String name) {
        return candidate(name, Candidate.UNKNOWN);
    }

    static Candidate candidate(String name, long maxContextTokens) {
        return candidate(target(name, 1), name, null, Capability.ALL, maxContextTokens);
    }

    static Candidate patient(String name, int attempts) {
        return candidate(target(name, attempts), name, null, Capability.ALL, Candidate.UNKNOWN);
    }

    static Candidate able(String name, int capabilities) {
        return candidate(target(name, 1), name, null, capabilities, Candidate.UNKNOWN);
    }

    static Candidate priced(String name, Price price) {
        return candidate(target(name, 1), name, price, Capability.ALL, Candidate.UNKNOWN);
    }

    /** A candidate of each key slot of one target. */
    static List<Candidate> slots(String name, int slots) {
        Target target = target(name, 1);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 1; i <= slots; i++) {
            candidates.add(candidate(target, name + "_" + i, null, Capability.ALL, Candidate.UNKNOWN));
        }
        return candidates;
    }

    private static Target target(String name, int attempts) {
        Provider provider = new Provider(
                "p-" + name, URI.create("http://127.0.0.1"), "openai", List.of(new KeySlot(name, "key")), null);
        return new Target(name, provider, 1, attempts, Set.of(429, 502, 503), 100 * MILLI, 0, 0, 0, 0, 1, 1, false);
    }

    private static Candidate candidate(
            Target target, String slot, @Nullable Price price, int capabilities, long maxContextTokens) {
        return new Candidate(
                target,
                new KeySlot(slot, "key"),
                "model-" + target.name(),
                price,
                capabilities,
                maxContextTokens,
                Candidate.UNKNOWN,
                false,
                Set.of(),
                false);
    }

    static Route route(Mode mode, List<Candidate> candidates, @Nullable Canary canary, Rule... rules) {
        return new Route(
                "r",
                true,
                mode,
                UnpricedStrategy.FALLBACK,
                candidates,
                List.of(rules),
                canary,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false);
    }

    /** A route none of whose targets can be called. */
    static Route absent(Mode mode, List<Absent> absent) {
        return new Route(
                "r",
                true,
                mode,
                UnpricedStrategy.FALLBACK,
                List.of(),
                List.of(),
                null,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false,
                absent);
    }

    static RoutePlan plan(Candidate... candidates) {
        return plan(Mode.FALLBACK, 0, candidates);
    }

    /** A plan whose first {@code challengers} links are the challenger's. */
    static RoutePlan plan(Mode mode, int challengers, Candidate... candidates) {
        List<RoutePlan.Link> links = new ArrayList<>();
        for (Candidate candidate : candidates) {
            links.add(new RoutePlan.Link(candidate, null));
        }
        boolean walksOn = mode == Mode.LOADBALANCE || mode == Mode.LEAST_LATENCY;
        return new RoutePlan(
                route(mode, List.of(candidates), null),
                challengers > 0 ? Arm.CHALLENGER : null,
                links,
                challengers,
                walksOn);
    }

    static RouteRequest request(int needs, long inputTokens, long askedOutputTokens) {
        return new RouteRequest(
                Surface.CHAT, "m", false, false, needs, inputTokens, askedOutputTokens, 1, false, Map.of(), "", true);
    }

    /** A request for embeddings. */
    static RouteRequest vectors() {
        return new RouteRequest(
                Surface.EMBEDDINGS, "m", false, false, 0, 10, RouteRequest.NOT_ASKED, 1, false, Map.of(), "", false);
    }

    /** A failure as the classifier makes it, with a status of its class and the provider's words. */
    static Failure failure(FailureClass failureClass, int status, long retryAfterMillis) {
        return new Failure(
                failureClass,
                status,
                "our words",
                "their_code",
                "their words",
                retryAfterMillis,
                failureClass.benchSeconds() > 0,
                false);
    }

    static Failure failure(FailureClass failureClass, int status) {
        return failure(failureClass, status, Failure.NOT_TOLD);
    }

    static Attempt attempt(Candidate candidate, Attempt.Result result) {
        return new Attempt(
                candidate.target().name(),
                candidate.target().provider().name(),
                candidate.model(),
                result,
                null,
                null,
                0,
                1,
                null,
                Attempt.UNKNOWN,
                Attempt.UNKNOWN,
                false,
                List.of(),
                false);
    }
}
