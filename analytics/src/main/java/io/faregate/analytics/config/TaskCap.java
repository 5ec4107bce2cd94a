package io.faregate.analytics.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.row.PicoUsd;
import org.jspecify.annotations.Nullable;

/**
 * The budget per task that bounds whatever a task of a route can cost: the smallest of everybody's, the route's, and
 * the largest among the keys that may use the route, where each of them has one. Stateless.
 */
final class TaskCap {
    private TaskCap() {}

    /** In picodollars; null when nothing bounds a task. */
    static @Nullable Long of(Section root, String route) {
        Long cap = least(
                cap(root.raw("budgets")), cap(root.raw("routes").path(route).path("budgets")));
        return least(cap, ofKeys(root.raw("auth").path("keys"), route));
    }

    /** Of a route that the file does not name. */
    static @Nullable Long ofEverybody(Section root) {
        return cap(root.raw("budgets"));
    }

    private static @Nullable Long ofKeys(JsonNode keys, String route) {
        Long largest = null;
        for (JsonNode key : keys) {
            if (!mayUse(key, route)) {
                continue;
            }
            Long cap = cap(key.path("budgets"));
            if (cap == null) {
                return null;
            }
            largest = largest == null ? cap : (Long) Math.max(largest, cap);
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

    private static @Nullable Long least(@Nullable Long a, @Nullable Long b) {
        return a == null ? b : b == null ? a : (Long) Math.min(a, b);
    }

    private static @Nullable Long cap(JsonNode budgets) {
        JsonNode cap = budgets.path("per_task_usd");
        if (!cap.isNumber()) {
            return null;
        }
        try {
            return cap.decimalValue().movePointRight(PicoUsd.PLACES).longValueExact();
        } catch (ArithmeticException tooFineOrTooLarge) {
            // The router refuses such a file.
            return null;
        }
    }
}
