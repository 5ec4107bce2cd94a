package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Turns chat messages into Anthropic's: instructions to the top, roles in turn, all results of one round of tools
 * together and first in a user turn. One use.
 */
final class AnthropicTurns {
    private final boolean away;
    private final List<String> changed;
    private final ArrayNode system = Json.array();
    private final ArrayNode turns = Json.array();

    /**
     * One conversion.
     *
     * @param away whether the history may hold thinking of another provider's models, which this one refuses
     * @param changed takes what can't be said
     */
    AnthropicTurns(boolean away, List<String> changed) {
        this.away = away;
        this.changed = changed;
    }

    void put(JsonNode messages, ObjectNode out) {
        for (JsonNode message : messages) {
            switch (message.path("role").asText()) {
                case "system", "developer" -> blocks(message.path("content"), system);
                case "assistant" -> assistant(message, turn("assistant"));
                case "tool", "function" -> result(message);
                default -> blocks(message.path("content"), turn("user"));
            }
        }
        if (!system.isEmpty()) {
            out.set("system", system);
        }
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (turns.path(i).path("content").isEmpty()) {
                turns.remove(i);
            }
        }
        out.set("messages", turns);
    }

    /** The blocks of the running turn of a role, or of a new one. */
    private ArrayNode turn(String role) {
        JsonNode last = turns.path(turns.size() - 1);
        if (!last.path("role").asText().equals(role)) {
            turns.addObject().put("role", role).putArray("content");
        }
        return (ArrayNode) turns.path(turns.size() - 1).path("content");
    }

    private void assistant(JsonNode message, ArrayNode into) {
        if (!away) {
            for (JsonNode thinking : message.path("thinking_blocks")) {
                into.add(thinking);
            }
        }
        blocks(message.path("content"), into);
        if (message.path("refusal").isTextual()) {
            text(message.path("refusal"), into);
        }
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path(call.path("type").asText("function"));
            JsonNode arguments = function.has("arguments") ? function.path("arguments") : function.path("input");
            toolUse(call.path("id").asText(), function.path("name").asText(), arguments, into);
        }
        JsonNode old = message.path("function_call");
        if (old.isObject()) {
            String name = old.path("name").asText();
            toolUse(name, name, old.path("arguments"), into);
        }
    }

    private static void toolUse(String id, String name, JsonNode arguments, ArrayNode into) {
        ObjectNode use = into.addObject();
        use.put("type", "tool_use").put("id", toolId(id)).put("name", name);
        JsonNode input = arguments.isObject() ? arguments : Json.read(arguments.asText("{}"));
        boolean lost = !input.isObject() && !arguments.asText("").isBlank();
        use.set("input", input.isObject() ? input : lost ? Json.object().set("arguments", arguments) : Json.object());
    }

    private void result(JsonNode message) {
        ArrayNode blocks = turn("user");
        ObjectNode result = Json.object();
        String id = message.path("tool_call_id").asText(message.path("name").asText());
        result.put("type", "tool_result").put("tool_use_id", toolId(id));
        ArrayNode content = Json.array();
        blocks(message.path("content"), content);
        if (!content.isEmpty()) {
            result.set("content", content);
        }
        int at = 0;
        while (blocks.path(at).path("type").asText().equals("tool_result")) {
            at++;
        }
        blocks.insert(at, result);
    }

    private void blocks(JsonNode content, ArrayNode into) {
        if (content.isTextual()) {
            text(content, into);
            return;
        }
        for (JsonNode part : content) {
            switch (part.path("type").asText("text")) {
                case "text", "input_text", "output_text" -> {
                    int before = into.size();
                    text(part.path("text"), into);
                    if (part.has("cache_control") && into.size() > before) {
                        ((ObjectNode) into.path(before)).set("cache_control", part.path("cache_control"));
                    }
                }
                case "refusal" -> text(part.path("refusal"), into);
                case "image_url" -> image(part, into);
                case "file" -> file(part, into);
                default -> changed.add(part.path("type").asText());
            }
        }
    }

    /** Empty texts are left out, the API refuses them. */
    private static void text(JsonNode text, ArrayNode into) {
        if (text.isTextual() && !text.asText().isBlank()) {
            into.addObject().put("type", "text").set("text", text);
        }
    }

    private static void image(JsonNode part, ArrayNode into) {
        JsonNode image = part.path("image_url");
        String url = image.isTextual() ? image.asText() : image.path("url").asText();
        ObjectNode block = into.addObject().put("type", "image");
        source(url, block.putObject("source"));
        if (part.has("cache_control")) {
            block.set("cache_control", part.path("cache_control"));
        }
    }

    private void file(JsonNode part, ArrayNode into) {
        String data = part.path("file").path("file_data").asText("");
        if (data.isEmpty()) {
            changed.add("file");
            return;
        }
        source(data, into.addObject().put("type", "document").putObject("source"));
    }

    private static void source(String url, ObjectNode source) {
        int comma = url.indexOf(',');
        int semicolon = url.indexOf(';');
        if (url.startsWith("data:") && comma > 0) {
            int typeEnd = semicolon > 0 && semicolon < comma ? semicolon : comma;
            source.put("type", "base64").put("media_type", url.substring("data:".length(), typeEnd));
            source.put("data", url.substring(comma + 1));
        } else {
            source.put("type", "url").put("url", url);
        }
    }

    /** An id of the letters the API takes. */
    private static String toolId(String id) {
        return id.isEmpty() ? "_" : id.replaceAll("[^A-Za-z0-9_-]", "_");
    }
}
