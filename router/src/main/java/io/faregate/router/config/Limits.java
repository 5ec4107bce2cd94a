package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Works out which limits hold for whom. A name under {@code limits} means the provider of that name, and the target
 * of that name when it belongs to another provider. What a named provider does not state comes from {@code
 * limits.yaml} beside this class; a provider that is not named has no limits.
 */
final class Limits {
    private static final Map<String, LimitEntry> DEFAULTS = load();

    private Limits() {}

    /** The limits of each provider that is named. */
    static Map<String, LimitEntry> ofProviders(RouterConfig config, Collection<String> providers) {
        Map<String, LimitEntry> limits = new LinkedHashMap<>();
        config.limits().forEach((name, written) -> {
            if (providers.contains(name)) {
                limits.put(name, written.over(DEFAULTS.getOrDefault(name, LimitEntry.NONE)));
            }
        });
        return limits;
    }

    /** The limits of each target that is named and is not named like its provider. */
    static Map<String, LimitEntry> ofTargets(
            RouterConfig config, Collection<TargetEntry> targets, Collection<String> providers) {
        Map<String, LimitEntry> limits = new LinkedHashMap<>();
        for (TargetEntry target : targets) {
            LimitEntry written = config.limits().get(target.name());
            boolean sameName = target.name().equals(target.virtualKey()) && providers.contains(target.name());
            if (written != null && !sameName) {
                limits.put(target.name(), written);
            }
        }
        return limits;
    }

    private static Map<String, LimitEntry> load() {
        Reading reading = BundledYaml.reading();
        Section file = BundledYaml.section(reading, "limits.yaml");
        Map<String, LimitEntry> limits = new LinkedHashMap<>();
        for (String name : file.names()) {
            limits.put(name, LimitReader.limits(file.section(name)));
        }
        BundledYaml.check(reading);
        return limits;
    }
}
