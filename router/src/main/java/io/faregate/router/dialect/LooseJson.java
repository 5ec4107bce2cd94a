package io.faregate.router.dialect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * JSON as models write it: trailing commas, single quotes, line feeds in strings, Python's constants, braces that are
 * missing or too many at the end. Stateless.
 */
final class LooseJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final Map<String, String> CONSTANTS = Map.of("True", "true", "False", "false", "None", "null");

    private LooseJson() {}

    /** The object or list that a text is, or a missing node. */
    static JsonNode read(String text) {
        JsonNode node = parsed(text);
        if (node.isMissingNode()) {
            node = parsed(mended(text));
        }
        return node.isObject() || node.isArray() ? node : MissingNode.getInstance();
    }

    private static JsonNode parsed(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node == null ? MissingNode.getInstance() : node;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private static String mended(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        Deque<Character> open = new ArrayDeque<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                i = string(text, i, out);
            } else if (Character.isLetter(c)) {
                int end = i;
                while (end < text.length() && Character.isLetter(text.charAt(end))) {
                    end++;
                }
                String word = text.substring(i, end);
                out.append(CONSTANTS.getOrDefault(word, word));
                i = end;
            } else {
                if (c == '{' || c == '[') {
                    open.push(c == '{' ? '}' : ']');
                } else if ((c == '}' || c == ']') && (open.isEmpty() || open.pop() != c)) {
                    // One too many: what follows can only be more of them.
                    return text.substring(i).chars().allMatch(LooseJson::closes) ? out.toString() : text;
                }
                out.append(c);
                i++;
            }
        }
        open.forEach(out::append);
        return out.toString();
    }

    private static boolean closes(int c) {
        return c == '}' || c == ']' || Character.isWhitespace(c);
    }

    /** Copies a string, closed at the end of the text where its own end is missing. */
    private static int string(String text, int from, StringBuilder out) {
        char quote = text.charAt(from);
        int i = from + 1;
        while (i < text.length() && text.charAt(i) != quote) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        int end = Math.min(text.length(), i + 1);
        out.append(text, from, end);
        if (i >= text.length()) {
            out.append(quote);
        }
        return end;
    }
}
