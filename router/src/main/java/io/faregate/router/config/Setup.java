package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.route.Routing;
import java.util.List;
import java.util.Map;

/**
 * Everything that one configuration, with its environment, price book and overrides, comes to. Immutable; holds
 * provider keys, in the routing alone.
 *
 * @param file as written
 * @param overrides what the admin API changed and the file has not overtaken
 * @param config as written, with the overrides in it
 * @param providerLimits what is limited, by the name of a provider: each key slot by itself
 * @param targetLimits what is limited besides, by the name of a target
 * @param warnings what is odd but usable
 */
public record Setup(
        RouterConfig file,
        Overrides overrides,
        RouterConfig config,
        Routing routing,
        KeyRing keys,
        Map<String, LimitEntry> providerLimits,
        Map<String, LimitEntry> targetLimits,
        List<Fault> warnings) {
    /** How many targets are written, registered or not. */
    public int configuredTargets() {
        List<RouterConfig.TargetEntry> written = config.targets();
        return written == null ? routing.targets().size() : written.size();
    }
}
