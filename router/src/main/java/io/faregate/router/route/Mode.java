package io.faregate.router.route;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a route orders its candidates. */
public enum Mode {
    SINGLE,
    FALLBACK,
    LOADBALANCE,
    LEAST_LATENCY,
    COST_OPTIMIZED,
    CONDITIONAL,
    CONTENT_BASED;

    /** The name in configuration. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The mode of that name, or null. */
    public static @Nullable Mode of(String key) {
        for (Mode mode : values()) {
            if (mode.key().equals(key)) {
                return mode;
            }
        }
        return null;
    }
}
