package io.faregate.analytics.config;

import io.faregate.analytics.decide.Policy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The canaries that the file names, and what others must show. Immutable.
 *
 * @param routes the routes with a canary, by name
 * @param policy what a canary must show unless its route says otherwise
 */
public record Canaries(Map<String, CanaryRoute> routes, Policy policy) {
    /** No canary, and the default policy for those that only rows name. */
    public static final Canaries NONE = new Canaries(Map.of(), Policy.DEFAULT);

    /** Copies the map. */
    public Canaries {
        routes = Map.copyOf(routes);
    }

    /** The route as the file has it; null when it gives it no canary. */
    public @Nullable CanaryRoute of(String route) {
        return routes.get(route);
    }

    /** What a route's canary must show: its own policy, else the general one. */
    public Policy policy(String route) {
        CanaryRoute configured = routes.get(route);
        return configured == null ? policy : configured.policy();
    }
}
