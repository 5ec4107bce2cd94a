package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.Setup;
import io.faregate.router.route.Route;
import io.faregate.router.route.Routing;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** A setup in which one provider listens somewhere else. Stateless. */
final class MovedProvider {
    private MovedProvider() {}

    static Setup of(Setup setup, String name, URI url) {
        Routing routing = setup.routing();
        Map<String, Route> routes = new LinkedHashMap<>();
        routing.routes().forEach((key, route) -> routes.put(key, moved(route, name, url)));
        Routing moved = new Routing(
                routes,
                routing.models(),
                routing.providers(),
                routing.targets().stream().map(each -> moved(each, name, url)).toList(),
                routing.benchPolicy(),
                routing.caps(),
                routing.timeZone(),
                routing.clamp(),
                routing.allowUnpriced());
        return new Setup(
                setup.file(),
                setup.overrides(),
                setup.config(),
                moved,
                setup.keys(),
                setup.providerLimits(),
                setup.targetLimits(),
                setup.warnings());
    }

    private static Route moved(Route route, String name, URI url) {
        return new Route(
                route.name(),
                route.named(),
                route.mode(),
                route.unpriced(),
                route.candidates().stream().map(each -> moved(each, name, url)).toList(),
                route.rules(),
                route.canary(),
                route.deadlineNanos(),
                route.continueStreams(),
                route.holdStreams(),
                route.caps(),
                route.annotate(),
                route.strict());
    }

    private static Candidate moved(Candidate candidate, String name, URI url) {
        return new Candidate(
                moved(candidate.target(), name, url),
                candidate.slot(),
                candidate.model(),
                candidate.price(),
                candidate.capabilities(),
                candidate.maxContextTokens(),
                candidate.maxOutputTokens(),
                candidate.reasons(),
                candidate.efforts(),
                candidate.fixedSampling());
    }

    private static Target moved(Target target, String name, URI url) {
        Provider provider = target.provider();
        if (!provider.name().equals(name)) {
            return target;
        }
        return new Target(
                target.name(),
                new Provider(name, url, provider.dialect(), provider.slots(), provider.missing()),
                target.weight(),
                target.retryAttempts(),
                target.retryStatuses(),
                target.initialBackoffNanos(),
                target.connectTimeoutNanos(),
                target.firstTokenTimeoutNanos(),
                target.idleTimeoutNanos(),
                target.totalTimeoutNanos(),
                target.maxConcurrent(),
                target.maxQueued(),
                target.trustProviderCost());
    }
}
