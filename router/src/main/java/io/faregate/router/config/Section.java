package io.faregate.router.config;

import io.faregate.router.catalog.Spelling;
import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the file, read key by key. Every getter tells a fault and gives the default when the value is not
 * what was expected, so that one pass finds everything; {@link #end} tells the keys that nobody asked for.
 */
final class Section {
    private final Reading reading;
    private final String path;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Set<String> known = new LinkedHashSet<>();

    Section(Reading reading, String path, Node.Mapping mapping) {
        this.reading = reading;
        this.path = path;
        Map<String, Integer> first = new LinkedHashMap<>();
        for (Node.Entry entry : mapping.entries()) {
            String at = at(entry.key());
            Integer before = first.putIfAbsent(entry.key(), entry.line());
            if (before != null) {
                reading.faults.add(
                        entry.line(), at, "found a duplicate key, already on line " + before + ", expected it once");
            } else {
                reading.faults.locate(at, entry.line());
                values.put(entry.key(), entry.value());
            }
        }
    }

    /** The path of a key of this mapping. */
    String at(String key) {
        return KeyPath.key(path, key);
    }

    /** This mapping's own path. */
    String path() {
        return path;
    }

    /** Whether a key was written. */
    boolean has(String key) {
        known.add(key);
        return values.containsKey(key);
    }

    /** All keys, for mappings whose keys are names. */
    Set<String> names() {
        return values.keySet();
    }

    /** What is written at a key that should be an address, without what could be a secret. */
    String shown(String key) {
        return Shown.text(node(key));
    }

    /** The same of an item of a list. */
    String shown(String key, int item) {
        return Shown.text(node(key) instanceof Node.Sequence list ? list.items().get(item) : null);
    }

    /** Tells a fault at a key. */
    void fault(String key, String text) {
        reading.faults.add(at(key), text);
    }

    /** Tells a fault at a path that is spelled relative to this mapping. */
    void faultIn(String inner, String text) {
        reading.faults.add(path.isEmpty() ? inner : path + "." + inner, text);
    }

    /** Tells what is odd at a key. */
    void warn(String key, String text) {
        reading.faults.warn(at(key), text);
    }

    /** A value as it was written, or null. */
    @Nullable
    Node node(String key) {
        known.add(key);
        return values.get(key);
    }

    /** A text, or null when it is absent or faulty. */
    @Nullable
    String text(String key) {
        Node node = node(key);
        return node == null ? null : reading.text(at(key), node);
    }

    /** A text. */
    String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    /** A text that must be there; empty when it is not. */
    String needed(String key, String what) {
        if (!has(key)) {
            fault(key, "found nothing, expected " + what);
        }
        String text = text(key, "");
        if (text.isBlank()
                && has(key)
                && node(key) instanceof Node.Scalar scalar
                && scalar.text().isBlank()) {
            fault(key, "found an empty text, expected " + what);
        }
        return text;
    }

    /** A boolean. */
    boolean flag(String key, boolean otherwise) {
        Node node = node(key);
        if (node == null) {
            return otherwise;
        }
        if (node instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.BOOLEAN) {
            return scalar.text().equalsIgnoreCase("true");
        }
        fault(key, "found " + node.words() + ", expected true or false");
        return otherwise;
    }

    /** A whole number in a range, both ends included. */
    long whole(String key, long otherwise, long least, long most) {
        BigDecimal number = number(key, Expected.whole(least, most));
        return number == null ? otherwise : number.longValueExact();
    }

    /** A decimal in a range, both ends included. */
    BigDecimal decimal(String key, BigDecimal otherwise, BigDecimal least, BigDecimal most) {
        BigDecimal number = number(key, Expected.decimal(least, most));
        return number == null ? otherwise : number;
    }

    /** Dollars as picodollars. */
    long picoUsd(String key, long otherwise) {
        BigDecimal number = number(key, Expected.dollars());
        return number == null ? otherwise : PicoUsd.of(number);
    }

    private @Nullable BigDecimal number(String key, Expected expected) {
        Node node = node(key);
        return node == null ? null : reading.number(at(key), node, expected);
    }

    /** A duration of at least so many nanoseconds. */
    long durationNanos(String key, long otherwise, long leastNanos) {
        Node node = node(key);
        Long nanos = node == null ? null : reading.durationNanos(at(key), node, leastNanos);
        return nanos == null ? otherwise : nanos;
    }

    /** One of some words. */
    <E> E word(String key, E otherwise, Map<String, E> words) {
        Node node = node(key);
        String text = node == null ? null : reading.text(at(key), node);
        if (node == null || text == null) {
            return otherwise;
        }
        E value = words.get(text);
        if (value == null) {
            fault(key, "found " + node.words() + ", expected " + Expected.oneOf(words.keySet()));
            return otherwise;
        }
        return value;
    }

    /** A list of texts. */
    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        List<Node> items = items(key, "a list");
        for (int i = 0; i < items.size(); i++) {
            String text = reading.text(KeyPath.item(at(key), i), items.get(i));
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /** Whether a list without any item was written. */
    boolean isEmptyList(String key) {
        return node(key) instanceof Node.Sequence sequence && sequence.items().isEmpty();
    }

    /** A list of numbers. */
    List<BigDecimal> numbers(String key, Expected expected) {
        List<BigDecimal> numbers = new ArrayList<>();
        List<Node> items = items(key, "a list of numbers");
        for (int i = 0; i < items.size(); i++) {
            BigDecimal number = reading.number(KeyPath.item(at(key), i), items.get(i), expected);
            if (number != null) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    /** The items of a list; empty when it is absent or none. */
    private List<Node> items(String key, String what) {
        Node node = node(key);
        if (node instanceof Node.Sequence sequence) {
            List<Node> items = sequence.items();
            for (int i = 0; i < items.size(); i++) {
                reading.faults.locate(KeyPath.item(at(key), i), items.get(i).line());
            }
            return items;
        }
        if (node != null) {
            fault(key, "found " + node.words() + ", expected " + what);
        }
        return List.of();
    }

    /** A mapping within this one; an empty one when it is absent or faulty. */
    Section section(String key) {
        return open(at(key), node(key));
    }

    /** A list of mappings; an item that is none counts as an empty one, so that the others keep their places. */
    List<Section> sections(String key) {
        List<Section> sections = new ArrayList<>();
        List<Node> items = items(key, "a list of mappings");
        for (int i = 0; i < items.size(); i++) {
            sections.add(open(KeyPath.item(at(key), i), items.get(i)));
        }
        return sections;
    }

    /** A list of mappings in which a text alone stands for a mapping with it under a key. */
    List<Section> sections(String key, String plainKey) {
        List<Section> sections = new ArrayList<>();
        List<Node> items = items(key, "a list");
        for (int i = 0; i < items.size(); i++) {
            Node item = items.get(i);
            Node mapping = item instanceof Node.Scalar
                    ? new Node.Mapping(item.line(), List.of(new Node.Entry(plainKey, item.line(), item)))
                    : item;
            sections.add(open(KeyPath.item(at(key), i), mapping));
        }
        return sections;
    }

    private Section open(String at, @Nullable Node node) {
        if (node instanceof Node.Mapping mapping) {
            return new Section(reading, at, mapping);
        }
        if (node != null) {
            reading.faults.add(at, "found " + node.words() + ", expected a mapping");
        }
        return new Section(reading, at, new Node.Mapping(0, List.of()));
    }

    /** Tells the keys that were written and never asked for. */
    void end() {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                fault(key, "found an unknown key, expected " + Expected.oneOf(Spelling.nearest(key, known)));
            }
        }
    }
}
