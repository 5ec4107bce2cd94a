package io.faregate.router.config;

import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.config.BuiltinProviders.Builtin;
import io.faregate.router.config.RouterConfig.ProviderEntry;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works out which providers there are and with which keys: the built-in ones and those of the file, field by field. */
final class ProviderRegistry {
    /** Why a provider or target is not called that the configuration lists so. */
    static final String UNAVAILABLE = "listed under unavailable";

    private final RouterConfig config;
    private final Environment environment;
    private final Faults faults;

    ProviderRegistry(RouterConfig config, Environment environment, Faults faults) {
        this.config = config;
        this.environment = environment;
        this.faults = faults;
    }

    /** The names of all providers that somebody knows. */
    static Set<String> names(RouterConfig config) {
        Set<String> names = new LinkedHashSet<>(BuiltinProviders.all().keySet());
        names.addAll(config.providers().keySet());
        return names;
    }

    /** All providers by name: the built-in ones first, then those that only the file has. */
    Map<String, Provider> providers() {
        Map<String, Provider> providers = new LinkedHashMap<>();
        for (String name : names(config)) {
            Builtin builtin = BuiltinProviders.all().get(name);
            ProviderEntry entry = config.providers().get(name);
            Provider provider = provider(name, builtin, entry == null ? new ProviderEntry(null, null, null) : entry);
            if (provider != null) {
                providers.put(name, provider);
            }
        }
        return providers;
    }

    private @Nullable Provider provider(String name, @Nullable Builtin builtin, ProviderEntry entry) {
        URI baseUrl = entry.baseUrl() != null ? entry.baseUrl() : builtIn(builtin);
        if (baseUrl == null) {
            String path = KeyPath.key(KeyPath.key("providers", name), "base_url");
            if (!faults.has(path)) {
                faults.add(path, "found nothing, expected the URL of a provider that is not built in");
            }
            return null;
        }
        String dialect = entry.dialect() != null ? entry.dialect() : builtin == null ? "openai" : builtin.dialect();
        List<KeySlot> slots = slots(name, builtin, entry);
        String missing = slots.isEmpty() ? missing(builtin, entry) : null;
        if (config.unavailable().contains(name)) {
            missing = UNAVAILABLE;
        }
        return new Provider(name, baseUrl, dialect, slots, missing);
    }

    private @Nullable URI builtIn(@Nullable Builtin builtin) {
        if (builtin == null) {
            return null;
        }
        String given = builtin.baseUrlVariable().isEmpty() ? null : environment.get(builtin.baseUrlVariable());
        if (given == null) {
            return URI.create(builtin.baseUrl());
        }
        URI url = ProviderReader.parse(given);
        if (url == null) {
            faults.variable(builtin.baseUrlVariable(), "found another text, expected a URL without credentials");
            return URI.create(builtin.baseUrl());
        }
        return url;
    }

    private List<KeySlot> slots(String name, @Nullable Builtin builtin, ProviderEntry entry) {
        if (entry.apiKeyEnv() != null) {
            return slot(name, entry.apiKeyEnv(), new ArrayList<>());
        }
        if (builtin == null) {
            return List.of(new KeySlot(name, null));
        }
        if (!builtin.modelVariable().isEmpty()) {
            boolean wanted = environment.get(builtin.modelVariable()) != null
                    || config.providers().containsKey(name);
            return wanted ? List.of(new KeySlot(name, null)) : List.of();
        }
        List<KeySlot> slots = new ArrayList<>();
        for (String variable : builtin.keyVariables()) {
            if (slots.isEmpty()) {
                slot(name, variable, slots);
            }
        }
        for (int number = 1; number <= builtin.slots(); number++) {
            slot(name + "_" + number, builtin.keyVariables().get(0) + "_" + number, slots);
        }
        return List.copyOf(slots);
    }

    private List<KeySlot> slot(String name, String variable, List<KeySlot> slots) {
        String key = environment.get(variable);
        if (key != null && Secrets.check(variable, key, faults)) {
            boolean known = slots.stream().anyMatch(slot -> key.equals(slot.apiKey()));
            if (!known) {
                slots.add(new KeySlot(name, key));
            }
        }
        return slots;
    }

    private String missing(@Nullable Builtin builtin, ProviderEntry entry) {
        String variable = entry.apiKeyEnv();
        if (variable == null) {
            variable = builtin == null ? "" : builtin.variable();
        }
        List<String> near = NearMisses.of(variable, environment.names());
        String hint = near.isEmpty()
                ? ""
                : "; " + String.join(" and ", near) + (near.size() == 1 ? " looks like it" : " look like it");
        return environment.absence(variable) + hint;
    }
}
