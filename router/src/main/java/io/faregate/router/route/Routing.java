package io.faregate.router.route;

import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.spend.Caps;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a decision reads, as one immutable value behind one reference; a reload swaps it whole.
 *
 * @param routes by each name a client may ask for: aliases, routes, models and {@code provider/model}
 * @param models the names to tell in the list of models, each once, in order
 * @param benchPolicy benches and continuations by class, as configured
 * @param clamp whether a request without a maximum gets one under a budget (else it is refused)
 * @param allowUnpriced whether an unpriced call passes budgets at a charge of 0
 * @param absent names of models that lead nowhere, with the targets that would serve them and why they do not
 */
public record Routing(
        Map<String, Route> routes,
        List<String> models,
        List<Provider> providers,
        List<Target> targets,
        BenchPolicy benchPolicy,
        Caps caps,
        ZoneId timeZone,
        boolean clamp,
        boolean allowUnpriced,
        Map<String, List<Absent>> absent) {
    /** A routing in which every name that is known leads somewhere. */
    public Routing(
            Map<String, Route> routes,
            List<String> models,
            List<Provider> providers,
            List<Target> targets,
            BenchPolicy benchPolicy,
            Caps caps,
            ZoneId timeZone,
            boolean clamp,
            boolean allowUnpriced) {
        this(routes, models, providers, targets, benchPolicy, caps, timeZone, clamp, allowUnpriced, Map.of());
    }

    /** The route a name leads to, or null. */
    public @Nullable Route route(String model) {
        return routes.get(model);
    }
}
