package io.faregate.router.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.catalog.Capability;
import io.faregate.router.cost.Units;
import io.faregate.router.cost.Usage;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.replay.OldCall.Bill;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of calls, of this version or an older one that lacks some fields, as what a replay needs. Stateless. */
final class CallReader {
    private CallReader() {}

    /**
     * The call of a row; null for a row of another type.
     *
     * @throws IllegalArgumentException if it is no row
     */
    static @Nullable OldCall read(JsonNode row) {
        String type = text(row, "type");
        if (type == null || text(row, "row_id") == null) {
            throw new IllegalArgumentException("no row");
        }
        if (!type.equals("call")) {
            return null;
        }
        Surface surface = surface(text(row, "surface"));
        return new OldCall(
                or(text(row, "row_id"), ""),
                or(text(row, "task_id"), or(text(row, "request_id"), "")),
                or(text(row, "key"), ""),
                millis(or(text(row, "ts"), "")),
                row.path("cost_usd").isNumber()
                        ? (Long) PicoUsd.of(row.path("cost_usd").decimalValue())
                        : null,
                bills(row, surface),
                request(row, surface));
    }

    private static RouteRequest request(JsonNode row, Surface surface) {
        int needs = 0;
        for (JsonNode need : row.path("needs")) {
            Capability capability = Capability.of(need.asText());
            needs |= capability == null ? 0 : capability.bit();
        }
        return new RouteRequest(
                surface,
                or(text(row, "requested_model"), ""),
                row.path("stream").asBoolean(),
                false,
                needs,
                Math.max(0, count(row, "estimated_input_tokens")),
                row.path("asked_output_tokens").isNumber()
                        ? row.path("asked_output_tokens").asLong()
                        : RouteRequest.NOT_ASKED,
                1,
                false,
                Map.of(),
                "",
                false);
    }

    private static List<Bill> bills(JsonNode row, Surface surface) {
        Units units = units(surface, count(row, "units"));
        List<JsonNode> billed = new ArrayList<>();
        JsonNode served = null;
        for (JsonNode attempt : row.path("attempts")) {
            if (count(attempt, "input_tokens") > 0 || count(attempt, "output_tokens") > 0) {
                billed.add(attempt);
            }
            served = "served".equals(text(attempt, "result")) ? attempt : served;
        }
        if (billed.size() <= 1) {
            JsonNode place = !billed.isEmpty() ? billed.get(0) : served != null ? served : row;
            boolean used =
                    count(row, "input_tokens") > 0 || count(row, "output_tokens") > 0 || !units.equals(Units.NONE);
            return used ? List.of(bill(place, usage(row), units, true)) : List.of();
        }
        List<Bill> bills = new ArrayList<>();
        for (JsonNode attempt : billed) {
            Usage totals = Usage.of(count(attempt, "input_tokens"), count(attempt, "output_tokens"));
            bills.add(bill(attempt, totals, Units.NONE, false));
        }
        return bills;
    }

    private static Bill bill(JsonNode place, Usage usage, Units units, boolean whole) {
        return new Bill(
                or(text(place, "target"), ""),
                or(text(place, "provider"), ""),
                or(text(place, "model"), ""),
                usage,
                units,
                whole);
    }

    private static Usage usage(JsonNode row) {
        return new Usage(
                count(row, "input_tokens"),
                Math.max(0, count(row, "cached_input_tokens")),
                Math.max(0, count(row, "cache_write_tokens")),
                Math.max(0, count(row, "cache_write_1h_tokens")),
                Math.max(0, count(row, "audio_input_tokens")),
                0,
                count(row, "output_tokens"),
                Math.max(0, count(row, "reasoning_tokens")),
                Math.max(0, count(row, "audio_output_tokens")),
                0,
                text(row, "service_tier"),
                Usage.UNKNOWN);
    }

    private static Units units(Surface surface, long units) {
        long each = Math.max(0, units);
        return switch (surface) {
            case IMAGES -> new Units(each, 0, 0);
            case SPEECH -> new Units(0, 0, each);
            case TRANSCRIPTIONS -> new Units(0, each, 0);
            default -> Units.NONE;
        };
    }

    private static Surface surface(@Nullable String key) {
        for (Surface surface : Surface.values()) {
            if (surface.name().toLowerCase(Locale.ROOT).equals(key)) {
                return surface;
            }
        }
        return Surface.CHAT;
    }

    private static long millis(String ts) {
        try {
            return OffsetDateTime.parse(ts).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("no time: " + ts, e);
        }
    }

    private static long count(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isIntegralNumber() ? value.asLong() : Usage.UNKNOWN;
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isTextual() ? value.asText() : null;
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
