package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What would be tried for a request and what it is estimated to cost. Immutable.
 *
 * @param arm the arm of the task, or null outside an experiment
 * @param outputTokens of all answers together, as ranking counts them
 */
public record Explanation(
        String route,
        @Nullable String arm,
        long inputTokens,
        long outputTokens,
        List<Choice> candidates,
        List<Skipped> skipped) {
    /** The output that ranking counts for a request that states none. */
    public static final long RANKED_OUTPUT_TOKENS = 256;

    /** A candidate, {@code costPicoUsd} being -1 when it has no price. */
    public record Choice(String target, String model, long costPicoUsd) {}

    /** A target that would be passed over. */
    public record Skipped(String target, String reason) {}

    /**
     * Explains a plan.
     *
     * @param heldBack why a candidate that fits cannot be asked now, or null
     */
    public static Explanation of(
            RoutePlan plan, RouteRequest request, Function<Candidate, @Nullable String> heldBack, long nowMillis) {
        long output = RankedCost.outputTokens(request);
        List<Choice> candidates = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        for (RoutePlan.Link link : plan.links()) {
            Candidate candidate = link.candidate();
            String target = candidate.target().name();
            String reason = link.reason() == null ? heldBack.apply(candidate) : link.reason();
            if (reason != null) {
                skipped.add(new Skipped(target, reason));
            } else {
                candidates.add(new Choice(target, candidate.model(), cost(candidate, request, nowMillis)));
            }
        }
        others(plan.route(), plan.links(), skipped);
        return new Explanation(
                plan.route().name(),
                plan.arm() == null ? null : plan.arm().key(),
                request.estimatedInputTokens(),
                output,
                candidates,
                skipped);
    }

    /** Targets of the route that have no place in the chain: they are told as well. */
    private static void others(Route route, List<RoutePlan.Link> links, List<Skipped> skipped) {
        Set<String> told = new HashSet<>();
        links.forEach(link -> told.add(link.candidate().target().name()));
        for (Candidate candidate : route.candidates()) {
            if (told.add(candidate.target().name())) {
                skipped.add(new Skipped(candidate.target().name(), unplaced(route, candidate)));
            }
        }
        route.absent().forEach(absent -> skipped.add(new Skipped(absent.target(), absent.reason())));
    }

    private static String unplaced(Route route, Candidate candidate) {
        return switch (route.mode()) {
            case CONDITIONAL, CONTENT_BASED -> "not in the rule that matches";
            case LOADBALANCE -> candidate.target().weight() == 0 ? "weight 0" : "not in the order";
            case COST_OPTIMIZED -> candidate.priced() ? "not in the order" : "unpriced";
            default -> "not in the order";
        };
    }

    private static long cost(Candidate candidate, RouteRequest request, long nowMillis) {
        Price price = candidate.price();
        return price == null ? RankedCost.UNKNOWN : RankedCost.of(price, request, nowMillis);
    }
}
