package io.faregate.router.config;

import io.faregate.router.catalog.Edits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds environment variables that somebody probably meant to be a known one. */
final class NearMisses {
    /** So short that one edit more makes another name. */
    private static final int SHORT = 9;

    private static final int LONG = 12;
    private static final Pattern NOISE = Pattern.compile("[_-]|API|MODELS");

    private NearMisses() {}

    /** The variables of the environment that look like a known variable which is not set. */
    static List<String> of(String variable, Set<String> environment) {
        List<String> near = new ArrayList<>();
        Set<String> known = Set.copyOf(BuiltinProviders.variables());
        String core = core(variable);
        for (String name : environment) {
            if (!name.equals(variable) && !known.contains(name) && isNear(variable, core, name)) {
                near.add(name);
            }
        }
        return near;
    }

    private static boolean isNear(String variable, String core, String name) {
        if (name.startsWith("FAREGATE_") || name.equals(variable + "_FILE")) {
            return false;
        }
        if (core.equals(core(name))) {
            return true;
        }
        if (variable.length() < SHORT) {
            return false;
        }
        int most = variable.length() < LONG ? 1 : 2;
        return Edits.distance(variable, name, most) <= most;
    }

    private static String core(String name) {
        return NOISE.matcher(name.toUpperCase(Locale.ROOT)).replaceAll("");
    }
}
