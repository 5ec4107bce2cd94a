package io.faregate.router.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;

/**
 * Reads YAML text into {@link Node}s by the core schema of YAML 1.2: {@code yes}, {@code no} and {@code on} are
 * text, {@code true} and {@code false} alone are booleans. The library's events are used and not its own resolution,
 * which follows YAML 1.1. One use a text.
 */
final class YamlTree {
    private static final int DEEPEST = 32;
    private static final int MOST_NODES = 200_000;
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+");

    private final Iterator<Event> events;
    private final Map<String, Node> anchors = new HashMap<>();
    private int nodes;

    private YamlTree(Iterator<Event> events) {
        this.events = events;
    }

    /** The tree of one document, or null when the text has none. */
    static @Nullable Node read(String text) throws SyntaxException {
        try {
            Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
            return new YamlTree(yaml.parse(new StringReader(text)).iterator()).document();
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            throw new SyntaxException(line, "found text that is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            throw new SyntaxException(0, "found text that is not YAML: " + e.getMessage());
        } catch (NumberFormatException e) {
            // What the parser throws for an escape that breaks off, such as "\x at the end of the text.
            throw new SyntaxException(0, "found text that is not YAML: an escape without its digits");
        }
    }

    private @Nullable Node document() throws SyntaxException {
        Node root = null;
        while (events.hasNext()) {
            Event event = events.next();
            if (event.is(Event.ID.DocumentStart)) {
                if (root != null) {
                    throw new SyntaxException(line(event), "found a second document, expected one");
                }
                root = node(events.next(), 0);
            }
        }
        return root;
    }

    private Node node(Event event, int depth) throws SyntaxException {
        if (depth > DEEPEST || ++nodes > MOST_NODES) {
            throw new SyntaxException(line(event), "found values nested too deep or too many of them");
        }
        Node node;
        if (event instanceof ScalarEvent scalar) {
            node = scalar(scalar);
        } else if (event instanceof MappingStartEvent) {
            node = mapping(event, depth);
        } else if (event instanceof SequenceStartEvent) {
            node = sequence(event, depth);
        } else {
            return aliased((AliasEvent) event);
        }
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, node);
        }
        return node;
    }

    private Node aliased(AliasEvent event) throws SyntaxException {
        Node node = anchors.get(event.getAnchor());
        if (node == null) {
            throw new SyntaxException(line(event), "found *" + event.getAnchor() + ", expected an anchor of that name");
        }
        nodes += size(node);
        return node;
    }

    private static int size(Node node) {
        int size = 1;
        if (node instanceof Node.Mapping mapping) {
            for (Node.Entry entry : mapping.entries()) {
                size += size(entry.value());
            }
        } else if (node instanceof Node.Sequence sequence) {
            for (Node item : sequence.items()) {
                size += size(item);
            }
        }
        return size;
    }

    private Node mapping(Event start, int depth) throws SyntaxException {
        List<Node.Entry> entries = new ArrayList<>();
        for (Event event = events.next(); !event.is(Event.ID.MappingEnd); event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw new SyntaxException(line(event), "found a key that is not plain text");
            }
            entries.add(new Node.Entry(key.getValue(), line(key), node(events.next(), depth + 1)));
        }
        return new Node.Mapping(line(start), List.copyOf(entries));
    }

    private Node sequence(Event start, int depth) throws SyntaxException {
        List<Node> items = new ArrayList<>();
        for (Event event = events.next(); !event.is(Event.ID.SequenceEnd); event = events.next()) {
            items.add(node(event, depth + 1));
        }
        return new Node.Sequence(line(start), List.copyOf(items));
    }

    private static Node scalar(ScalarEvent event) {
        String text = event.getValue();
        boolean plain = event.getScalarStyle() == ScalarStyle.PLAIN;
        Node.Kind kind = plain && event.getTag() == null ? kind(text) : Node.Kind.STRING;
        return new Node.Scalar(line(event), text, kind, plain);
    }

    private static Node.Kind kind(String text) {
        if (NULL.matcher(text).matches()) {
            return Node.Kind.NULL;
        }
        if (BOOLEAN.matcher(text).matches()) {
            return Node.Kind.BOOLEAN;
        }
        return NUMBER.matcher(text).matches() ? Node.Kind.NUMBER : Node.Kind.STRING;
    }

    private static int line(Event event) {
        return event.getStartMark() == null ? 0 : event.getStartMark().getLine() + 1;
    }
}
