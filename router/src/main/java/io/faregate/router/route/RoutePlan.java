package io.faregate.router.route;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who will be asked, in order, and who cannot be and why. Immutable but for the lists' owner, the planner.
 *
 * @param arm the arm the task belongs to, or null outside an experiment
 * @param links the chain; a link with a reason is skipped
 * @param challengerLinks how many links at the front are the challenger's
 * @param walksOn whether a budget refusal at the head is a skip while others fit (load balancing) instead of the end
 */
public record RoutePlan(Route route, @Nullable Arm arm, List<Link> links, int challengerLinks, boolean walksOn) {
    /** One place in the chain. */
    public record Link(Candidate candidate, @Nullable String reason) {}

    /** The first link that can serve the request, or null. */
    public @Nullable Candidate head() {
        for (int i = 0; i < links.size(); i++) {
            Link link = links.get(i);
            if (link.reason() == null) {
                return link.candidate();
            }
        }
        return null;
    }
}
