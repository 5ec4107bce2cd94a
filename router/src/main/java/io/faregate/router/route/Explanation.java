package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import java.util.ArrayList;
import java.util.List;
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
        return new Explanation(
                plan.route().name(),
                plan.arm() == null ? null : plan.arm().key(),
                request.estimatedInputTokens(),
                output,
                candidates,
                skipped);
    }

    private static long cost(Candidate candidate, RouteRequest request, long nowMillis) {
        Price price = candidate.price();
        return price == null ? RankedCost.UNKNOWN : RankedCost.of(price, request, nowMillis);
    }
}
