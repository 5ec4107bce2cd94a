package io.faregate.router.spend;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All caps in force. Immutable; a reload swaps it whole.
 *
 * @param keys by the virtual key's name
 * @param routes by the route's name
 */
record CapTable(Caps global, Map<String, Caps> keys, Map<String, Caps> routes) {
    Caps key(@Nullable String name) {
        return name == null ? Caps.UNCAPPED : keys.getOrDefault(name, Caps.UNCAPPED);
    }

    Caps route(String name) {
        return routes.getOrDefault(name, Caps.UNCAPPED);
    }

    long dailyPicoUsd(BudgetId id) {
        return switch (id.scope()) {
            case GLOBAL -> global.dailyPicoUsd();
            case KEY -> key(id.name()).dailyPicoUsd();
            case ROUTE -> route(id.name()).dailyPicoUsd();
        };
    }

    /** The smaller of two caps, where a negative one is none. */
    static long tighter(long a, long b) {
        if (a < 0) {
            return b;
        }
        return b < 0 ? a : Math.min(a, b);
    }
}
