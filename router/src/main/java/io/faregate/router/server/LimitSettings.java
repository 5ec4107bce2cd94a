package io.faregate.router.server;

import io.faregate.router.catalog.Target;
import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.Setup;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.limits.ProviderDay;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Limits as configured, in the form that holds calls. Stateless. */
final class LimitSettings {
    private LimitSettings() {}

    /** The rules by the same names; the provider of a name decides when its day begins. */
    static Map<String, LimitRules> of(Map<String, LimitEntry> entries, UnaryOperator<String> provider) {
        Map<String, LimitRules> rules = new HashMap<>();
        entries.forEach((name, entry) -> rules.put(
                name,
                new LimitRules(
                        entry.rpm(),
                        entry.rpd(),
                        entry.tpm(),
                        Math.max(0, entry.cooldownNanos()),
                        ProviderDay.zone(provider.apply(name)))));
        return rules;
    }

    /** The provider of a target. */
    static String provider(Setup setup, String target) {
        for (Target each : setup.routing().targets()) {
            if (each.name().equals(target)) {
                return each.provider().name();
            }
        }
        return target;
    }
}
