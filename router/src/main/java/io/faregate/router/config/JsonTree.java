package io.faregate.router.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads JSON text into {@link Node}s. */
final class JsonTree {
    private static final JsonFactory FACTORY = new JsonFactory();
    /** How the parser tells of another place than that of the fault. */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]");

    private final JsonParser parser;

    private JsonTree(JsonParser parser) {
        this.parser = parser;
    }

    /** The tree of one value. */
    static Node read(String text) throws SyntaxException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonTree tree = new JsonTree(parser);
            Node root = tree.node(parser.nextToken());
            if (parser.nextToken() != null) {
                throw new SyntaxException(tree.line(), "found more text behind the end of the JSON value");
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String column = at == null ? "" : " at column " + at.getColumnNr();
            String told = PLACE.matcher(e.getOriginalMessage()).replaceAll("line $1, column $2");
            throw new SyntaxException(
                    at == null ? 0 : at.getLineNr(), "found text that is not JSON" + column + ": " + told);
        } catch (IOException e) {
            throw new SyntaxException(0, "found text that is not JSON: " + e.getMessage());
        }
    }

    private Node node(JsonToken token) throws IOException {
        int line = line();
        return switch (token) {
            case START_OBJECT -> mapping(line);
            case START_ARRAY -> sequence(line);
            case VALUE_STRING -> scalar(line, Node.Kind.STRING);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> scalar(line, Node.Kind.NUMBER);
            case VALUE_TRUE, VALUE_FALSE -> scalar(line, Node.Kind.BOOLEAN);
            default -> scalar(line, Node.Kind.NULL);
        };
    }

    private Node scalar(int line, Node.Kind kind) throws IOException {
        return new Node.Scalar(line, parser.getText(), kind, false);
    }

    private Node mapping(int line) throws IOException {
        List<Node.Entry> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line();
            entries.add(new Node.Entry(key, keyLine, node(parser.nextToken())));
        }
        return new Node.Mapping(line, List.copyOf(entries));
    }

    private Node sequence(int line) throws IOException {
        List<Node> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token));
        }
        return new Node.Sequence(line, List.copyOf(items));
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }
}
