package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Turns a request for Anthropic's Messages API into a chat completion request. Stateless. */
final class MessagesRequest {
    private static final long LOW_BUDGET = 2048;
    private static final long MEDIUM_BUDGET = 16_384;

    /** What chat completions can say of it; the rest, but for {@code metadata}, is lost. */
    private static final Set<String> SAYABLE = Set.of(
            "model",
            "messages",
            "system",
            "max_tokens",
            "temperature",
            "top_p",
            "top_k",
            "stream",
            "stop_sequences",
            "tools",
            "tool_choice",
            "thinking",
            "output_config",
            "metadata",
            "cache_control");

    private MessagesRequest() {}

    static ClientForm.Translated toChat(byte[] body) {
        JsonNode asked = Json.read(body, 0, body.length);
        ObjectNode out = Json.object();
        out.set("model", asked.path("model"));
        ArrayNode messages = out.putArray("messages");
        JsonNode system = content(asked.path("system"));
        if (!system.isMissingNode()) {
            messages.addObject().put("role", "system").set("content", system);
        }
        for (JsonNode message : asked.path("messages")) {
            turn(message, messages);
        }
        for (String name : List.of("max_tokens", "temperature", "top_p", "top_k", "stream")) {
            if (asked.has(name)) {
                out.set(name, asked.path(name));
            }
        }
        if (asked.path("stop_sequences").isArray()
                && !asked.path("stop_sequences").isEmpty()) {
            out.set("stop", asked.path("stop_sequences"));
        }
        tools(asked, out);
        effort(asked, out);
        JsonNode user = asked.path("metadata").path("user_id");
        if (user.isTextual()) {
            out.set("user", user);
        }
        JsonNode schema = asked.path("output_config").path("format").path("schema");
        if (schema.isObject()) {
            ObjectNode format = out.putObject("response_format").put("type", "json_schema");
            format.putObject("json_schema").put("name", "answer").set("schema", schema);
        }
        return new ClientForm.Translated(Json.write(out), lost(asked), List.of());
    }

    private static List<String> lost(JsonNode asked) {
        List<String> lost = new ArrayList<>();
        asked.properties().forEach(member -> {
            if (!SAYABLE.contains(member.getKey()) && !member.getValue().isNull()) {
                lost.add(member.getKey());
            }
        });
        for (JsonNode tool : asked.path("tools")) {
            if (!tool.has("input_schema")) {
                lost.add("tools." + tool.path("name").asText(tool.path("type").asText()));
            }
        }
        return List.copyOf(lost);
    }

    private static void turn(JsonNode message, ArrayNode messages) {
        String role = message.path("role").asText("user");
        if (role.equals("assistant")) {
            assistant(message.path("content"), messages);
            return;
        }
        ArrayNode parts = Json.array();
        if (message.path("content").isTextual()) {
            parts.addObject().put("type", "text").set("text", message.path("content"));
        }
        for (JsonNode block : message.path("content")) {
            if (block.path("type").asText().equals("tool_result")) {
                ObjectNode result = messages.addObject().put("role", "tool");
                result.set("tool_call_id", block.path("tool_use_id"));
                JsonNode content = content(block.path("content"));
                result.set("content", content.isMissingNode() ? Json.object().textNode("") : content);
            } else {
                part(block, parts);
            }
        }
        if (!parts.isEmpty()) {
            messages.addObject().put("role", role).set("content", plain(parts));
        }
    }

    private static void assistant(JsonNode content, ArrayNode messages) {
        ArrayNode parts = Json.array();
        ArrayNode calls = Json.array();
        ArrayNode thinking = Json.array();
        if (content.isTextual()) {
            parts.addObject().put("type", "text").set("text", content);
        }
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "tool_use" -> {
                    ObjectNode call = calls.addObject();
                    call.set("id", block.path("id"));
                    call.put("type", "function");
                    ObjectNode function = call.putObject("function");
                    function.set("name", block.path("name"));
                    function.put("arguments", Json.text(block.path("input")));
                }
                case "thinking", "redacted_thinking" -> thinking.add(block);
                default -> part(block, parts);
            }
        }
        ObjectNode message = messages.addObject().put("role", "assistant");
        message.set("content", parts.isEmpty() ? Json.object().nullNode() : plain(parts));
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        if (!thinking.isEmpty()) {
            message.set("thinking_blocks", thinking);
        }
    }

    /** One text as a string, for providers that know no parts; anything else as it is. */
    private static JsonNode plain(ArrayNode parts) {
        boolean single = parts.size() == 1
                && parts.path(0).path("type").asText().equals("text")
                && !parts.path(0).has("cache_control");
        return single ? parts.path(0).path("text") : parts;
    }

    private static JsonNode content(JsonNode content) {
        if (content.isTextual() || content.isMissingNode() || content.isNull()) {
            return content.isNull() ? content.path("none") : content;
        }
        ArrayNode parts = Json.array();
        for (JsonNode block : content) {
            part(block, parts);
        }
        return parts.isEmpty() ? content.path("none") : plain(parts);
    }

    private static void part(JsonNode block, ArrayNode parts) {
        JsonNode source = block.path("source");
        ObjectNode part = Json.object();
        switch (block.path("type").asText()) {
            case "text" -> part.put("type", "text").set("text", block.path("text"));
            case "image" -> part.put("type", "image_url").putObject("image_url").put("url", url(source));
            case "document" -> {
                if (source.path("type").asText().equals("text")) {
                    part.put("type", "text").set("text", source.path("data"));
                } else {
                    ObjectNode file = part.put("type", "file").putObject("file");
                    file.put("filename", block.path("title").asText("document"));
                    file.put("file_data", url(source));
                }
            }
            default -> {
                return;
            }
        }
        if (block.has("cache_control")) {
            part.set("cache_control", block.path("cache_control"));
        }
        parts.add(part);
    }

    private static String url(JsonNode source) {
        return source.path("type").asText().equals("base64")
                ? "data:" + source.path("media_type").asText() + ";base64,"
                        + source.path("data").asText()
                : source.path("url").asText();
    }

    private static void tools(JsonNode asked, ObjectNode out) {
        ArrayNode tools = Json.array();
        for (JsonNode tool : asked.path("tools")) {
            if (!tool.has("input_schema")) {
                continue;
            }
            ObjectNode converted = tools.addObject().put("type", "function");
            ObjectNode function = converted.putObject("function");
            function.set("name", tool.path("name"));
            if (tool.has("description")) {
                function.set("description", tool.path("description"));
            }
            function.set("parameters", tool.path("input_schema"));
            if (tool.has("cache_control")) {
                converted.set("cache_control", tool.path("cache_control"));
            }
        }
        if (tools.isEmpty()) {
            return;
        }
        out.set("tools", tools);
        JsonNode choice = asked.path("tool_choice");
        switch (choice.path("type").asText()) {
            case "any" -> out.put("tool_choice", "required");
            case "auto", "none" -> out.set("tool_choice", choice.path("type"));
            case "tool" -> {
                ObjectNode forced = out.putObject("tool_choice").put("type", "function");
                forced.putObject("function").set("name", choice.path("name"));
            }
            default -> {
                // Left to the model.
            }
        }
        if (choice.path("disable_parallel_tool_use").asBoolean()) {
            out.put("parallel_tool_calls", false);
        }
    }

    private static void effort(JsonNode asked, ObjectNode out) {
        JsonNode effort = asked.path("output_config").path("effort");
        JsonNode thinking = asked.path("thinking");
        switch (thinking.path("type").asText()) {
            case "disabled" -> out.put("reasoning_effort", "none");
            case "enabled" -> {
                long budget = thinking.path("budget_tokens").asLong(0);
                out.put("reasoning_effort", budget < LOW_BUDGET ? "low" : budget < MEDIUM_BUDGET ? "medium" : "high");
            }
            default -> {
                if (effort.isTextual()) {
                    out.set("reasoning_effort", effort);
                }
            }
        }
    }
}
