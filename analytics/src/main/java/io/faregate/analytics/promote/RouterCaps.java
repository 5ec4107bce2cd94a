package io.faregate.analytics.promote;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.row.PicoUsd;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The daily caps that one router tells of, by {@code global}, {@code key:NAME} and {@code route:NAME}: those changed
 * over its admin surface, and those of budgets that it has in hand. Immutable.
 *
 * @param picoUsd null for a budget without a cap; a budget that is not here is not told of
 */
public record RouterCaps(Map<String, @Nullable Long> picoUsd) {
    private static final Pattern PATH =
            Pattern.compile("(?:(?<kind>auth\\.keys|routes)\\.(?<name>.+)\\.)?budgets\\.daily_usd");

    /**
     * Reads a router's answers.
     *
     * @param config of {@code GET /admin/config}
     * @param budgets of {@code GET /v1/budgets}; of several days the newest counts
     */
    static RouterCaps of(JsonNode config, JsonNode budgets) {
        Map<String, @Nullable Long> caps = new HashMap<>();
        for (JsonNode override : config.path("overrides")) {
            Matcher path = PATH.matcher(override.path("path").asText());
            if (path.matches()) {
                caps.put(
                        name(path.group("kind"), path.group("name")),
                        PicoUsd.parse(override.path("value").asText()));
            }
        }
        Map<String, String> days = new HashMap<>();
        for (JsonNode budget : budgets.path("budgets")) {
            String name = budget.path("name").asText();
            String day = budget.path("day").asText();
            if (day.compareTo(days.getOrDefault(name, "")) >= 0) {
                days.put(name, day);
                JsonNode cap = budget.path("cap_usd");
                caps.put(
                        name,
                        cap.isNumber() ? (Long) PicoUsd.parse(cap.decimalValue().toPlainString()) : null);
            }
        }
        return new RouterCaps(caps);
    }

    private static String name(@Nullable String kind, @Nullable String name) {
        return kind == null ? "global" : (kind.equals("routes") ? "route:" : "key:") + name;
    }
}
