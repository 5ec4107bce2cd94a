package io.faregate.router.health;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's error says, read leniently: an object or a list of one, {@code error} as object or string, flat,
 * {@code detail} as string, object or list, problem style, plain text. HTML says nothing. Immutable.
 *
 * @param message its words, bounded, or the empty string
 * @param codes everything that is used as a code, lower case: code, type, status, reason, limit source
 * @param text message and whatever else was told in words, lower case, for matching
 * @param root the JSON, or a missing node
 */
record ErrorBody(String message, List<String> codes, String text, JsonNode root) {
    private static final Pattern THREE_DIGITS = Pattern.compile("[45]\\d\\d");
    private static final int MOST_BYTES = 256 * 1024;
    private static final int MOST_TEXT_CHARS = 8192;
    private static final int MOST_NESTING = 100;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MOST_NESTING)
                            .build())
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .build())
            .build();

    static final ErrorBody NONE = new ErrorBody("", List.of(), "", MissingNode.getInstance());

    /** Reads the bytes of a body. */
    static ErrorBody read(byte[] body, int offset, int length) {
        if (length == 0) {
            return NONE;
        }
        int bounded = Math.min(length, MOST_BYTES);
        JsonNode root = json(body, offset, bounded);
        if (root.isObject()) {
            return of(root);
        }
        if (root.isValueNode() && !root.isTextual()) {
            return NONE;
        }
        int shown = Math.min(bounded, 4 * MOST_TEXT_CHARS);
        String text = root.isTextual() ? root.asText() : new String(body, offset, shown, StandardCharsets.UTF_8);
        String trimmed = text.strip();
        if (trimmed.startsWith("<") || trimmed.startsWith("{") || trimmed.startsWith("[")) {
            return NONE;
        }
        String message = bound(trimmed);
        return new ErrorBody(message, List.of(), message.toLowerCase(Locale.ROOT), MissingNode.getInstance());
    }

    private static JsonNode json(byte[] body, int offset, int length) {
        try {
            JsonNode root = JSON.readTree(body, offset, length);
            if (root == null) {
                return MissingNode.getInstance();
            }
            return root.isArray() && root.size() > 0 ? root.get(0) : root;
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new IllegalStateException("reading an array failed", e);
        }
    }

    private static ErrorBody of(JsonNode root) {
        JsonNode error = root.path("error");
        JsonNode said = error.isObject() ? error : root;
        String message = message(root, error, said);
        List<String> codes = new ArrayList<>();
        for (JsonNode node : List.of(said, root)) {
            add(codes, node.path("code"));
            add(codes, node.path("type"));
            add(codes, node.path("status"));
            add(codes, node.path("reason"));
        }
        add(codes, said.path("innererror").path("code"));
        add(codes, said.path("metadata").path("limit_source"));
        add(codes, said.path("metadata").path("error_type"));
        add(codes, said.path("details").path("error_code"));
        if (said.path("metadata").has("flagged_input") || said.path("metadata").has("reasons")) {
            codes.add("moderation_flagged");
        }
        StringBuilder text = new StringBuilder(message);
        for (JsonNode detail : said.path("details")) {
            add(codes, detail.path("reason"));
            add(codes, detail.path("error_code"));
            for (JsonNode violation : detail.path("violations")) {
                text.append('\n').append(violation.path("quotaId").asText("")).append(' ');
                text.append(violation.path("description").asText(""));
            }
        }
        text.append('\n').append(said.path("metadata").path("raw").asText(""));
        return new ErrorBody(
                bound(message), List.copyOf(codes), bound(text.toString()).toLowerCase(Locale.ROOT), root);
    }

    private static String message(JsonNode root, JsonNode error, JsonNode said) {
        if (error.isTextual()) {
            return error.asText();
        }
        for (String name : List.of("message", "msg", "detail", "title", "error_description", "errors")) {
            String words = words(said.path(name));
            if (words == null) {
                words = words(root.path(name));
            }
            if (words != null) {
                return words;
            }
        }
        return "";
    }

    /** A string as it is, or the messages of an object or of the items of a list. */
    private static @Nullable String words(JsonNode node) {
        if (node.isTextual()) {
            return node.asText().isBlank() ? null : node.asText();
        }
        if (node.isArray()) {
            StringBuilder all = new StringBuilder();
            for (JsonNode item : node) {
                String words = words(item);
                if (words != null && all.length() < MOST_TEXT_CHARS) {
                    all.append(all.length() == 0 ? "" : "; ").append(words);
                }
            }
            return all.length() == 0 ? null : all.toString();
        }
        if (!node.isObject()) {
            return null;
        }
        String words = node.path("msg").asText(node.path("message").asText(""));
        StringBuilder where = new StringBuilder();
        for (JsonNode step : node.path("loc")) {
            where.append(where.length() == 0 ? "" : ".").append(step.asText());
        }
        return words.isEmpty() ? null : where.length() == 0 ? words : where + ": " + words;
    }

    /** The status that is told in the body, for errors that come under a good one; 0 without one. */
    int status() {
        for (String code : codes) {
            if (THREE_DIGITS.matcher(code).matches()) {
                return Integer.parseInt(code);
            }
        }
        return 0;
    }

    private static void add(List<String> codes, JsonNode node) {
        if (node.isTextual() || node.isNumber()) {
            String code = node.asText();
            if (!code.isEmpty() && code.length() <= 128) {
                codes.add(code.toLowerCase(Locale.ROOT));
            }
        }
    }

    private static String bound(String text) {
        return text.length() <= MOST_TEXT_CHARS ? text : text.substring(0, MOST_TEXT_CHARS);
    }
}
