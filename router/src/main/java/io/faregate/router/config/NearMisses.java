package io.faregate.router.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds environment variables that somebody probably meant to be a known one. */
final class NearMisses {
    private static final int MOST_EDITS = 2;

    private NearMisses() {}

    /** The variables of the environment that look like a known variable which is not set. */
    static List<String> of(String variable, Set<String> environment) {
        List<String> near = new ArrayList<>();
        Set<String> known = Set.copyOf(BuiltinProviders.variables());
        for (String name : environment) {
            if (!name.equals(variable) && !known.contains(name) && isNear(variable, name)) {
                near.add(name);
            }
        }
        return near;
    }

    private static boolean isNear(String variable, String name) {
        if (name.startsWith("FAREGATE_") || name.equals(variable + "_FILE")) {
            return false;
        }
        String core = core(variable);
        if (core.equals(core(name))) {
            return true;
        }
        return variable.length() > 8 && Spelling.distance(variable, name, MOST_EDITS) <= MOST_EDITS && ends(name);
    }

    private static boolean ends(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.endsWith("KEY") || upper.endsWith("TOKEN") || upper.endsWith("MODEL");
    }

    private static String core(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[_-]|API|MODELS", "");
    }
}
