package io.faregate.analytics.config;

import io.faregate.analytics.decide.Policy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route with a canary, as the file has it. Immutable.
 *
 * @param route its name
 * @param targets the route's targets in order, the first is the primary
 * @param challenger the target under test
 * @param percent its share, 0 to 100
 * @param experiment the salt of the assignment
 * @param auto whether a verdict is acted upon without a person
 * @param ramp the steps that {@code auto} takes
 * @param policy what it must show
 */
public record CanaryRoute(
        String route,
        List<String> targets,
        @Nullable String challenger,
        double percent,
        String experiment,
        boolean auto,
        List<Double> ramp,
        Policy policy) {}
