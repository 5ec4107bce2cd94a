package io.faregate.router.config;

import io.faregate.router.catalog.Provider;
import io.faregate.router.config.BuiltinProviders.Builtin;
import io.faregate.router.config.RouterConfig.ProviderEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The variables of keys that written targets want and that are not set: for plans that call nobody. Stateless. */
public final class MissingKeys {
    private MissingKeys() {}

    /** Their names; none where the file writes no targets, since then the keys decide what the targets are. */
    public static Set<String> of(Setup setup) {
        List<TargetEntry> targets = setup.config().targets();
        if (targets == null) {
            return Set.of();
        }
        Set<String> wanted = targets.stream().map(TargetEntry::virtualKey).collect(Collectors.toSet());
        Set<String> variables = new TreeSet<>();
        for (Provider provider : setup.routing().providers()) {
            ProviderEntry entry = setup.config().providers().get(provider.name());
            Builtin builtin = BuiltinProviders.all().get(provider.name());
            if (provider.registered() || !wanted.contains(provider.name())) {
                continue;
            }
            if (entry != null && entry.apiKeyEnv() != null) {
                variables.add(entry.apiKeyEnv());
            } else if (builtin != null) {
                variables.add(builtin.variable());
            }
        }
        return variables;
    }
}
