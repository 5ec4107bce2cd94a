package io.faregate.router.catalog;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What each model costs and can do at each provider. Immutable, safe for all threads.
 *
 * <p>The built-in entries are one JSON line each in {@code models.json} beside this class, sorted. Loading keeps its
 * bytes; an entry is found and parsed when it is asked for, so that the thousands that nobody uses cost nothing.
 */
public final class PriceBook {
    private static final String WILDCARD = "*";
    private static final int NEAR = 5;
    private static final Pattern SNAPSHOT = Pattern.compile("(.+)[-@](\\d{4}-\\d{2}-\\d{2}|\\d{8})");

    private final SortedLines lines;
    private final Map<String, ObjectNode> overlay;

    private PriceBook(SortedLines lines, Map<String, ObjectNode> overlay) {
        this.lines = lines;
        this.overlay = overlay;
    }

    /** The entries that are part of the program. */
    public static PriceBook builtIn() {
        try (InputStream in = PriceBook.class.getResourceAsStream("models.json")) {
            if (in == null) {
                throw new IllegalStateException("missing resource models.json");
            }
            return new PriceBook(new SortedLines(in.readAllBytes()), Map.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * This book with the entries of an overlay, a file of the same form ({@code {"models": {KEY: entry}}}): its fields
     * go before the built-in ones, and what it leaves out stays.
     *
     * @param faults takes what is wrong with the overlay; faulty entries are left out
     */
    public PriceBook overlaidBy(String text, Consumer<String> faults) {
        Map<String, ObjectNode> entries = new TreeMap<>();
        try {
            JsonNode models = Json.MAPPER.readTree(text).path("models");
            if (!models.isObject()) {
                faults.accept("found no object \"models\", expected one with an entry for each model");
            }
            models.properties().forEach(entry -> {
                try {
                    ObjectNode merged = merged(entry.getKey(), entry.getValue());
                    EntryReader.read(entry.getKey(), merged, true);
                    entries.put(entry.getKey(), merged);
                } catch (IllegalArgumentException e) {
                    faults.accept("models[\"" + entry.getKey() + "\"]: " + e.getMessage());
                }
            });
        } catch (JsonProcessingException e) {
            faults.accept("found text that is not JSON: " + e.getOriginalMessage());
        }
        return new PriceBook(lines, Collections.unmodifiableMap(entries));
    }

    private ObjectNode merged(String key, JsonNode fields) {
        if (key.indexOf('/') <= 0 || !fields.isObject()) {
            throw new IllegalArgumentException("found something else, expected provider/model with an object");
        }
        String line = lines.find(key);
        ObjectNode merged = line == null ? Json.MAPPER.createObjectNode() : builtIn(key, line);
        fields.properties().forEach(field -> {
            JsonNode before = merged.get(field.getKey());
            if (before instanceof ObjectNode object && field.getValue() instanceof ObjectNode parts) {
                object.setAll(parts);
            } else {
                merged.set(field.getKey(), field.getValue());
            }
        });
        return merged;
    }

    /**
     * The entry of a model at a provider: by its exact name, else without the date of a snapshot ({@code -2024-08-06},
     * {@code -20240806}, {@code @20240806}), else what the provider says of all its models; or null.
     */
    public @Nullable CatalogEntry find(String provider, String model) {
        CatalogEntry entry = exact(provider + "/" + model);
        if (entry == null) {
            Matcher snapshot = SNAPSHOT.matcher(model);
            entry = snapshot.matches() ? exact(provider + "/" + snapshot.group(1)) : null;
        }
        return entry == null ? exact(provider + "/" + WILDCARD) : entry;
    }

    /** The entry of exactly that key, {@code provider/model}, or null. */
    public @Nullable CatalogEntry exact(String key) {
        ObjectNode overlaid = overlay.get(key);
        if (overlaid != null) {
            return EntryReader.read(key, overlaid, true);
        }
        String line = lines.find(key);
        return line == null ? null : EntryReader.read(key, builtIn(key, line), false);
    }

    /** The names of all models of a provider, sorted. */
    public List<String> models(String provider) {
        String prefix = provider + "/";
        List<String> models = new ArrayList<>();
        for (String key : keys(prefix)) {
            if (!key.endsWith("/" + WILDCARD)) {
                models.add(key.substring(prefix.length()));
            }
        }
        Collections.sort(models);
        return models;
    }

    /** All keys, {@code provider/model}, in no order. */
    public List<String> keys() {
        return keys("");
    }

    private List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        lines.keys(prefix, keys::add);
        for (String key : overlay.keySet()) {
            if (key.startsWith(prefix) && lines.find(key) == null) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** A few keys whose names hold, or nearly spell, a word; the shortest first. */
    public List<String> near(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        List<String> near = new ArrayList<>();
        for (String key : keys()) {
            String name = key.toLowerCase(Locale.ROOT);
            String model = name.substring(name.indexOf('/') + 1);
            int most = Math.max(1, lower.length() / 5);
            if (name.contains(lower)
                    || Edits.distance(lower, model, most) <= most
                    || Edits.distance(lower, name, most) <= most) {
                near.add(key);
            }
        }
        near.sort(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        return List.copyOf(near.subList(0, Math.min(NEAR, near.size())));
    }

    private static ObjectNode builtIn(String key, String line) {
        try {
            return (ObjectNode) Json.MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("faulty built-in entry " + key, e);
        }
    }

    /** Apart, so that a start which asks for no entry does not load the tree model. */
    private static final class Json {
        static final ObjectMapper MAPPER = JsonMapper.builder()
                .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}
