package io.faregate.router.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Catalog entries in plain words and as JSON. */
final class EntryText {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final int PER_MILLION = 10;
    private static final Map<Character, String> SOURCES = Map.of(
            'L', "LiteLLM",
            'F', "Ferro Labs",
            'D', "models.dev",
            'P', "Portkey",
            'O', "OpenRouter",
            'G', "genai-prices",
            'H', "the vendor's pages");
    private static final List<String> EACH = List.of("request", "image", "minute", "million characters");

    private EntryText() {}

    /** The entry for people, first line its key. */
    static List<String> lines(CatalogEntry entry) {
        List<String> lines = new ArrayList<>();
        lines.add(entry.key() + " (" + entry.kind().replace('_', ' ') + ")");
        Price price = entry.price();
        if (price == null) {
            lines.add("  no price is known");
        } else {
            price(price, lines);
        }
        limits(entry, lines);
        if (entry.retired()) {
            lines.add("  retired" + (entry.retiredOn().isEmpty() ? "" : " since " + entry.retiredOn())
                    + ": not routed to unless catalog.allow_retired is true");
        } else if (!entry.retiredOn().isEmpty()) {
            lines.add("  ends on " + entry.retiredOn());
        }
        if (!entry.successor().isEmpty()) {
            lines.add("  replaced by " + entry.successor());
        }
        if (entry.trainsOnData()) {
            lines.add("  trains on what it is sent: not routed to unless catalog.allow_training is true");
        }
        lines.add("  from " + origin(entry) + (price == null ? "" : ", price version " + price.version()));
        return lines;
    }

    private static void price(Price price, List<String> lines) {
        long[] rates = price.base().values();
        for (int i = 0; i < rates.length; i++) {
            if (rates[i] != Price.UNKNOWN) {
                String unit = i < PER_MILLION ? "per million tokens" : "a " + EACH.get(i - PER_MILLION);
                String name = i < PER_MILLION ? Price.Rates.NAMES.get(i).replace('_', ' ') + " " : "";
                lines.add("  " + name + "$" + PicoUsd.print(rates[i]) + " " + unit);
            }
        }
        price.tiers()
                .forEach(tier -> lines.add(
                        "  all tokens of a prompt above " + tier.aboveTokens() + " tokens: " + words(tier.rates())));
        new TreeMap<>(price.serviceTiers())
                .forEach((name, tier) -> lines.add("  service tier " + name + ": " + words(tier)));
        Price.OffPeak peak = price.peak();
        if (peak != null) {
            lines.add("  outside the peak hours " + hours(peak) + ": " + words(peak.rates()));
        }
        price.changes()
                .forEach(change -> lines.add("  from "
                        + Instant.ofEpochMilli(change.fromEpochMillis())
                                .toString()
                                .substring(0, 10) + ": "
                        + words(change.rates())));
    }

    private static void limits(CatalogEntry entry, List<String> lines) {
        if (entry.maxContextTokens() >= 0) {
            lines.add("  window of " + entry.maxContextTokens() + " tokens"
                    + (entry.maxOutputTokens() >= 0 ? ", answers of at most " + entry.maxOutputTokens() : ""));
        }
        if (entry.capabilities() != Capability.ALL) {
            List<String> can = Capability.keys(entry.capabilities());
            lines.add("  can do "
                    + (can.isEmpty()
                            ? "nothing special"
                            : String.join(", ", can).replace('_', ' ')));
        }
        if (!entry.efforts().isEmpty()) {
            lines.add("  reasoning efforts " + String.join(", ", entry.efforts()));
        }
        if (entry.fixedSampling()) {
            lines.add("  takes no temperature and top_p");
        }
    }

    private static String words(Price.Rates rates) {
        List<String> words = new ArrayList<>();
        long[] values = rates.values();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != Price.UNKNOWN) {
                words.add(Price.Rates.NAMES.get(i).replace('_', ' ') + " $" + PicoUsd.print(values[i]));
            }
        }
        return String.join(", ", words);
    }

    private static String hours(Price.OffPeak peak) {
        List<String> windows = new ArrayList<>();
        peak.peakWindows().forEach(window -> windows.add(clock(window.fromMinute()) + "-" + clock(window.toMinute())));
        return String.join(" and ", windows) + " UTC" + (peak.weekdaysOnly() ? ", Monday to Friday" : "");
    }

    private static String clock(int minute) {
        int hour = minute / 60;
        int rest = minute % 60;
        return (hour < 10 ? "0" : "") + hour + ":" + (rest < 10 ? "0" : "") + rest;
    }

    private static String origin(CatalogEntry entry) {
        String from = entry.overlaid() ? "the overlay file over the built-in catalog" : "the built-in catalog";
        List<String> names = new ArrayList<>();
        entry.sources().chars().forEach(letter -> names.add(SOURCES.getOrDefault((char) letter, "" + (char) letter)));
        String sources = names.isEmpty() ? "" : " (" + String.join(", ", names) + ")";
        return from + sources + (entry.asOf().isEmpty() ? "" : " as of " + entry.asOf());
    }

    /** The entries for programs. */
    static String json(List<CatalogEntry> entries) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode models = root.putArray("models");
        for (CatalogEntry entry : entries) {
            ObjectNode node = models.addObject();
            node.put("key", entry.key()).put("kind", entry.kind());
            node.set("price", json(entry.price()));
            node.put("max_ctx", entry.maxContextTokens() < 0 ? null : entry.maxContextTokens());
            node.put("max_output", entry.maxOutputTokens() < 0 ? null : entry.maxOutputTokens());
            ArrayNode capabilities = node.putArray("capabilities");
            Capability.keys(entry.capabilities()).forEach(capabilities::add);
            node.put("retired", entry.retired()).put("trains_on_data", entry.trainsOnData());
            node.put("overlaid", entry.overlaid())
                    .put("sources", entry.sources())
                    .put("as_of", entry.asOf());
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values can be written", e);
        }
    }

    private static @Nullable ObjectNode json(@Nullable Price price) {
        if (price == null) {
            return null;
        }
        ObjectNode node = rates(price.base());
        ArrayNode tiers = node.putArray("tiers");
        price.tiers().forEach(tier -> {
            ObjectNode one = rates(tier.rates());
            tiers.add(one.put("above", tier.aboveTokens()));
        });
        ObjectNode services = node.putObject("service_tiers");
        new TreeMap<>(price.serviceTiers()).forEach((name, tier) -> services.set(name, rates(tier)));
        return node.put("version", price.version());
    }

    private static ObjectNode rates(Price.Rates rates) {
        ObjectNode node = JSON.createObjectNode();
        long[] values = rates.values();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != Price.UNKNOWN) {
                node.put(Price.Rates.NAMES.get(i), new BigDecimal(PicoUsd.print(values[i])));
            }
        }
        return node;
    }
}
