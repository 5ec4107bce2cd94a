package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.route.Mode;
import io.faregate.router.route.RouteRequest;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The same decision the usual way: maps by name for what is known of targets, a stream that filters and sorts, and the
 * first whose log of calls has room.
 */
final class SortedDecision {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final Mode mode;
    private final List<Candidate> candidates;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Map<String, Long> benchedUntilNanos = new HashMap<>();
    private final Map<String, Long> latencies = new HashMap<>();
    private final Map<String, Window> windows = new HashMap<>();
    private long nowNanos = Decision.START_NANOS;

    SortedDecision(Mode mode, List<Candidate> candidates) {
        this.mode = mode;
        this.candidates = candidates;
        for (int i = 0; i < candidates.size(); i++) {
            latencies.put(candidates.get(i).target().name(), Decision.latencyNanos(i, candidates.size()));
            windows.put(candidates.get(i).target().provider().name(), new Window());
        }
    }

    @Nullable
    Candidate decide(RouteRequest request) {
        nowNanos += Decision.STEP_NANOS;
        List<Candidate> ordered = candidates.stream()
                .filter(candidate -> (request.needs() & ~candidate.capabilities()) == 0)
                .filter(candidate ->
                        request.estimatedInputTokens() + request.askedOutputTokens() <= candidate.maxContextTokens())
                .filter(candidate ->
                        benchedUntilNanos.getOrDefault(candidate.target().name(), 0L) <= nowNanos)
                .sorted(order(request))
                .toList();
        for (Candidate candidate : ordered) {
            Window window = windows.get(candidate.target().provider().name());
            if (window != null && window.takes(nowNanos)) {
                return candidate;
            }
        }
        return null;
    }

    private Comparator<Candidate> order(RouteRequest request) {
        return switch (mode) {
            case COST_OPTIMIZED -> Comparator.comparing(candidate -> estimate(candidate, request));
            case LEAST_LATENCY ->
                Comparator.comparing(
                        candidate -> latencies.getOrDefault(candidate.target().name(), -1L));
            case LOADBALANCE -> {
                IdentityHashMap<Candidate, Double> draws = new IdentityHashMap<>();
                yield Comparator.comparing(candidate -> draws.computeIfAbsent(
                        candidate,
                        drawn -> -Math.log(random.nextDouble()) / drawn.target().weight()));
            }
            case SINGLE, FALLBACK, CONDITIONAL, CONTENT_BASED -> Comparator.comparing(candidate -> 0);
        };
    }

    private static long estimate(Candidate candidate, RouteRequest request) {
        Price price = candidate.price();
        return price == null
                ? Long.MAX_VALUE
                : CostModel.estimate(
                        price, request.estimatedInputTokens(), request.askedOutputTokens(), Samples.NOW_MILLIS);
    }

    /** The calls of the last minute. */
    private static final class Window {
        private final ArrayDeque<Long> calls = new ArrayDeque<>();

        boolean takes(long nowNanos) {
            while (!calls.isEmpty() && calls.peek() <= nowNanos - MINUTE_NANOS) {
                calls.remove();
            }
            return calls.size() < Decision.LIMITS.rpm() && calls.add(nowNanos);
        }
    }
}
