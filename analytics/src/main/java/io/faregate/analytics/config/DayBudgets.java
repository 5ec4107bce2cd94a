package io.faregate.analytics.config;

import static io.faregate.analytics.row.PicoUsd.PLACES;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Daily caps, to be shown; the router alone enforces them. Read from the file, one may have been changed over the admin
 * surface since. Immutable.
 *
 * @param zone whose midnight begins the budgets' day
 * @param capPicoUsd the caps there are, by {@code global}, {@code key:NAME} and {@code route:NAME}
 */
public record DayBudgets(ZoneId zone, Map<String, Long> capPicoUsd) {
    /** Copies the map, in its order. */
    public DayBudgets {
        capPicoUsd = Collections.unmodifiableMap(new LinkedHashMap<>(capPicoUsd));
    }

    /** What a document has; whatever in it is no cap or no zone is the router's to judge, and is passed over here. */
    static DayBudgets of(JsonNode root) {
        Map<String, Long> caps = new LinkedHashMap<>();
        add(caps, "global", root.path("budgets"));
        root.path("auth").path("keys").forEach(key -> {
            if (key.path("name").isTextual()) {
                add(caps, "key:" + key.path("name").asText(), key.path("budgets"));
            }
        });
        root.path("routes")
                .properties()
                .forEach(route ->
                        add(caps, "route:" + route.getKey(), route.getValue().path("budgets")));
        return new DayBudgets(zone(root.path("budgets").path("time_zone").asText("UTC")), caps);
    }

    private static void add(Map<String, Long> caps, String name, JsonNode budgets) {
        JsonNode cap = budgets.path("daily_usd");
        if (cap.isNumber()) {
            try {
                caps.put(name, cap.decimalValue().movePointRight(PLACES).longValueExact());
            } catch (ArithmeticException tooFineOrTooLarge) {
                // The router refuses such a file.
            }
        }
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException unknown) {
            return ZoneOffset.UTC;
        }
    }
}
