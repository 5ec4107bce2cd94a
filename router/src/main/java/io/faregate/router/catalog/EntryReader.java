package io.faregate.router.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.catalog.Price.Rates;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns the JSON of one catalog entry into a {@link CatalogEntry}; a faulty one is an IllegalArgumentException. */
final class EntryReader {
    private static final Set<String> INPUT_ONLY = Set.of("embedding", "rerank", "moderation");
    private static final List<String> SERVICE_TIERS = List.of("batch", "flex", "priority");

    private EntryReader() {}

    static CatalogEntry read(String key, JsonNode json, boolean overlaid) {
        String kind = json.path("mode").asText("chat");
        long window = tokens(json, "ctx");
        long output = tokens(json, "max_out");
        Set<String> efforts = texts(json.path("efforts"));
        JsonNode caps = json.path("caps");
        String status = json.path("status").asText("");
        return new CatalogEntry(
                key,
                kind,
                price(kind, json),
                caps.isArray() ? capabilities(texts(caps)) : Capability.ALL,
                window,
                window >= 0 && output > window ? window : output,
                efforts,
                texts(caps).contains("reasoning"),
                json.path("fixed_temp").asBoolean(false),
                status.equals("retired"),
                json.path("trains_on_data").asBoolean(false),
                json.path("free_tier").asBoolean(false),
                json.path("self_hosted").asBoolean(false),
                json.path("deprecated_on").asText(""),
                json.path("successor").asText(""),
                json.path("src").asText(""),
                json.path("asof").asText(""),
                overlaid);
    }

    private static @Nullable Price price(String kind, JsonNode json) {
        Rates base = billed(kind, RatesReader.rates(json.path("price")), json.path("unit"));
        if (base.equals(Rates.UNKNOWN_RATES)) {
            return null;
        }
        List<Price.Tier> tiers = new ArrayList<>();
        for (JsonNode tier : json.path("tiers")) {
            tiers.add(new Price.Tier(tokens(tier, "above"), RatesReader.rates(tier)));
        }
        Map<String, Rates> service = new TreeMap<>();
        for (String name : SERVICE_TIERS) {
            if (json.has(name)) {
                service.put(name, RatesReader.rates(json.path(name)));
            }
        }
        List<Price.Change> changes = new ArrayList<>();
        for (JsonNode change : json.path("changes")) {
            changes.add(new Price.Change(startOfDay(change.path("from").asText("")), RatesReader.rates(change)));
        }
        return Price.of(base, tiers, service, offPeak(json.path("off_peak")), changes, 1_000_000);
    }

    /** Kinds that are not billed by tokens, or not by output tokens, cost nothing for those. */
    private static Rates billed(String kind, Rates tokens, JsonNode unit) {
        Rates all = tokens.over(RatesReader.units(unit, tokens.input() >= 0 || tokens.output() >= 0));
        if (INPUT_ONLY.contains(kind) && all.input() >= 0 && all.output() < 0) {
            return all.over(RatesReader.free(false));
        }
        boolean byUnits = all.request() >= 0 || all.image() >= 0 || all.minute() >= 0 || all.millionCharacters() >= 0;
        return byUnits && all.input() < 0 && all.output() < 0 ? all.over(RatesReader.free(true)) : all;
    }

    private static Price.@Nullable OffPeak offPeak(JsonNode json) {
        if (!json.isObject()) {
            return null;
        }
        List<Price.Window> windows = new ArrayList<>();
        for (JsonNode window : json.path("peak").path("utc")) {
            String[] ends = window.asText("").split("-", -1);
            if (ends.length != 2) {
                throw new IllegalArgumentException("off_peak.peak.utc: expected windows such as 01:00-04:00");
            }
            windows.add(new Price.Window(minute(ends[0]), minute(ends[1])));
        }
        boolean weekdays = json.path("peak").path("days").asText("").startsWith("mon-fri");
        return new Price.OffPeak(RatesReader.rates(json), List.copyOf(windows), weekdays);
    }

    private static int minute(String clock) {
        try {
            int colon = clock.indexOf(':');
            return Integer.parseInt(clock.substring(0, colon)) * 60 + Integer.parseInt(clock.substring(colon + 1));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "off_peak.peak.utc: found " + clock + ", expected a time such as 01:00", e);
        }
    }

    private static long startOfDay(String date) {
        try {
            return LocalDate.parse(date)
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "changes: found \"" + date + "\", expected a date such as 2026-12-01", e);
        }
    }

    private static int capabilities(Set<String> caps) {
        int mask = 0;
        for (String cap : caps) {
            mask |= switch (cap) {
                case "tools" -> Capability.TOOLS.bit();
                case "vision" -> Capability.VISION.bit();
                case "audio_in", "audio_out" -> Capability.AUDIO.bit();
                case "response_schema" -> Capability.STRUCTURED_OUTPUT.bit() | Capability.JSON_MODE.bit();
                case "json_mode" -> Capability.JSON_MODE.bit();
                case "reasoning" -> Capability.REASONING.bit();
                default -> 0;
            };
        }
        return mask;
    }

    private static long tokens(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Candidate.UNKNOWN;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
            throw new IllegalArgumentException(field + ": found " + value + ", expected a whole number of tokens");
        }
        return value.asLong();
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new LinkedHashSet<>();
        for (Iterator<JsonNode> items = array.elements(); items.hasNext(); ) {
            texts.add(items.next().asText());
        }
        return Collections.unmodifiableSet(texts);
    }
}
