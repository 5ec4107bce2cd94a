package io.faregate.analytics.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One object of the configuration: reads its values by type and notes every fault instead of stopping at the first. A
 * faulty value reads as its default, so that reading can go on. For one thread.
 */
final class Section {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final LocatedTree tree;
    private final JsonNode node;
    private final String path;
    private final UnaryOperator<@Nullable String> environment;
    private final List<String> faults;

    Section(
            LocatedTree tree,
            JsonNode node,
            String path,
            UnaryOperator<@Nullable String> environment,
            List<String> faults) {
        this.tree = tree;
        this.node = node;
        this.path = path;
        this.environment = environment;
        this.faults = faults;
        if (!node.isObject() && !node.isMissingNode() && !node.isNull()) {
            fault(path, "expected an object, found " + shown(node));
        }
    }

    /** The section below; an empty one if it is not there. */
    Section below(String key) {
        return new Section(tree, node.path(key), child(key), environment, faults);
    }

    /** The keys that are there. */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        node.properties().forEach(entry -> keys.add(entry.getKey()));
        return keys;
    }

    /** Notes every key that is not among the known ones. */
    void onlyKnown(Set<String> known) {
        for (String key : keys()) {
            if (!known.contains(key)) {
                fault(child(key), "unknown key");
            }
        }
    }

    /** A text with its variables filled in. */
    @Nullable
    String text(String key, @Nullable String otherwise) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        if (!value.isTextual()) {
            faultAt(key, "expected a text, found " + shown(value));
            return otherwise;
        }
        String filled = filled(child(key), value.textValue());
        return filled == null ? otherwise : filled;
    }

    /** A number between two bounds, both allowed. */
    double number(String key, double otherwise, double low, double high) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        double number = value.isNumber() ? value.doubleValue() : Double.NaN;
        if (!(number >= low && number <= high)) {
            String range = high == Double.MAX_VALUE
                    ? "a number from " + plain(low) + " up"
                    : "a number from " + plain(low) + " to " + plain(high);
            return wrong(key, range, value, otherwise);
        }
        return number;
    }

    /** A whole number between two bounds, both allowed. */
    int whole(String key, int otherwise, int low, int high) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < low
                || value.intValue() > high) {
            return wrong(key, "a whole number from " + low + " to " + high, value, otherwise);
        }
        return value.intValue();
    }

    /** A duration such as 250ms, 20s, 10m or 1h. */
    Duration duration(String key, Duration otherwise) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        Matcher matcher = DURATION.matcher(value.isTextual() ? value.textValue() : "");
        if (!matcher.matches()) {
            return wrong(key, "a duration such as 250ms, 20s, 10m or 1h", value, otherwise);
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    /** One of a few words. */
    <T> T oneOf(String key, T otherwise, Map<String, T> words) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        T found = value.isTextual() ? words.get(value.textValue()) : null;
        return found == null ? wrong(key, "one of " + String.join(", ", words.keySet()), value, otherwise) : found;
    }

    /** A list of texts. */
    List<String> texts(String key, List<String> otherwise) {
        JsonNode value = node.path(key);
        if (absent(value)) {
            return otherwise;
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            String filled = value.get(i) != null && value.get(i).isTextual()
                    ? filled(child(key) + "[" + i + "]", value.get(i).textValue())
                    : null;
            if (filled != null) {
                texts.add(filled);
            }
        }
        if (!value.isArray()) {
            return wrong(key, "a list of texts", value, otherwise);
        }
        return texts;
    }

    /** A list of objects; an item that is a text alone stands for an object with it under this key. */
    List<Section> list(String key, String plainKey) {
        JsonNode value = node.path(key);
        List<Section> sections = new ArrayList<>();
        if (!absent(value) && !value.isArray()) {
            wrong(key, "a list", value, sections);
        }
        for (int i = 0; i < value.size(); i++) {
            JsonNode item = value.path(i);
            JsonNode object =
                    item.isTextual() ? JsonNodeFactory.instance.objectNode().set(plainKey, item) : item;
            sections.add(new Section(tree, object, child(key) + "[" + i + "]", environment, faults));
        }
        return sections;
    }

    /** The value as it stands. */
    JsonNode raw(String key) {
        return node.path(key);
    }

    /** Notes a fault of a key. */
    void faultAt(String key, String text) {
        fault(child(key), text);
    }

    private @Nullable String filled(String where, String text) {
        Matcher matcher = VARIABLE.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            String value = environment.apply(matcher.group(1));
            if (value == null) {
                fault(where, "the variable " + matcher.group(1) + " is not set");
                return null;
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return matcher.appendTail(filled).toString();
    }

    private <T> T wrong(String key, String expected, JsonNode found, T otherwise) {
        fault(child(key), "expected " + expected + ", found " + shown(found));
        return otherwise;
    }

    private void fault(String where, String text) {
        faults.add(tree.place(where) + ": " + text);
    }

    private String child(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static boolean absent(JsonNode value) {
        return value.isMissingNode();
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
