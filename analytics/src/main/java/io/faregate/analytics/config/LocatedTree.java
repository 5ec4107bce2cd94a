package io.faregate.analytics.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * A YAML or JSON document as a tree that remembers on which line each value stands. Immutable once read.
 */
final class LocatedTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonNode root;
    private final Map<String, Integer> lines;

    private LocatedTree(JsonNode root, Map<String, Integer> lines) {
        this.root = root;
        this.lines = lines;
    }

    /**
     * Reads a document; an empty one is an empty object. A key given twice is an error.
     *
     * @throws IOException if it is neither YAML nor JSON
     */
    static LocatedTree read(String text) throws IOException {
        Map<String, Integer> lines = new HashMap<>();
        try (JsonParser parser = factory(text).createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null || first == JsonToken.VALUE_NULL) {
                return new LocatedTree(NODES.objectNode(), lines);
            }
            JsonNode root = value(parser, "", lines);
            if (parser.nextToken() != null) {
                throw new IOException("text after the document, line "
                        + parser.currentTokenLocation().getLineNr());
            }
            return new LocatedTree(root, lines);
        }
    }

    JsonNode root() {
        return root;
    }

    /** {@code path (line N)}, as far as the line is known. */
    String place(String path) {
        String known = path;
        while (!known.isEmpty() && !lines.containsKey(known)) {
            known = known.substring(0, Math.max(0, known.lastIndexOf('.')));
        }
        Integer line = lines.get(known);
        return line == null ? path : path + " (line " + line + ")";
    }

    private static JsonFactory factory(String text) {
        JsonFactory factory = text.stripLeading().startsWith("{") ? new JsonFactory() : new YAMLFactory();
        return factory.configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature(), true);
    }

    private static JsonNode value(JsonParser parser, String path, Map<String, Integer> lines) throws IOException {
        lines.put(path, parser.currentTokenLocation().getLineNr());
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                ObjectNode object = NODES.objectNode();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String key = parser.currentName();
                    parser.nextToken();
                    object.set(key, value(parser, path.isEmpty() ? key : path + "." + key, lines));
                }
                yield object;
            }
            case START_ARRAY -> {
                ArrayNode array = NODES.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser, path + "[" + array.size() + "]", lines));
                }
                yield array;
            }
            case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> NODES.textNode(parser.getText());
        };
    }
}
