package io.faregate.analytics.config;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The budget per task that bounds whatever a task of a route can cost: the smallest of everybody's, the route's, and
 * the largest among the keys that may use the route, where each of them has one. Stateless.
 */
final class TaskCap {
    private TaskCap() {}

    /** In dollars; null when nothing bounds a task. */
    static @Nullable Double of(Section root, String route) {
        Double cap = least(
                cap(root.raw("budgets")), cap(root.raw("routes").path(route).path("budgets")));
        return least(cap, ofKeys(root.raw("auth").path("keys"), route));
    }

    /** Of a route that the file does not name. */
    static @Nullable Double ofEverybody(Section root) {
        return cap(root.raw("budgets"));
    }

    private static @Nullable Double ofKeys(JsonNode keys, String route) {
        Double largest = null;
        for (JsonNode key : keys) {
            if (!mayUse(key, route)) {
                continue;
            }
            Double cap = cap(key.path("budgets"));
            if (cap == null) {
                return null;
            }
            largest = largest == null ? cap : (Double) Math.max(largest, cap);
        }
        return largest;
    }

    private static boolean mayUse(JsonNode key, String route) {
        JsonNode routes = key.path("routes");
        if (!routes.isArray()) {
            return true;
        }
        for (JsonNode allowed : routes) {
            if (allowed.asText().equals(route)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Double least(@Nullable Double a, @Nullable Double b) {
        return a == null ? b : b == null ? a : (Double) Math.min(a, b);
    }

    private static @Nullable Double cap(JsonNode budgets) {
        JsonNode cap = budgets.path("per_task_usd");
        return cap.isNumber() ? (Double) cap.doubleValue() : null;
    }
}
