package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import java.util.List;
import java.util.function.Predicate;

/**
 * One rule of a conditional or content-based route: the first that matches wins and its candidates are never left.
 *
 * @param matches the condition, over the request and the name of the virtual key ("" without one)
 */
public record Rule(Predicate<Asked> matches, List<Candidate> candidates) {
    /** What a rule looks at. */
    public record Asked(RouteRequest request, String key) {}
}
