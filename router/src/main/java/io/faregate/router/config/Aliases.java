package io.faregate.router.config;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows aliases of aliases. */
final class Aliases {
    private Aliases() {}

    /** The name at the end, which is no alias, or null when there is no end. */
    static @Nullable String end(String name, Map<String, String> aliases) {
        Set<String> seen = new HashSet<>();
        String at = name;
        while (aliases.containsKey(at)) {
            if (!seen.add(at)) {
                return null;
            }
            at = aliases.getOrDefault(at, at);
        }
        return at;
    }
}
