package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns a request for OpenAI's Responses API into a chat completion request. Stateless. */
final class ResponsesRequest {
    private static final Map<String, String> SAME_MEANING = Map.of("max_output_tokens", "max_completion_tokens");
    private static final List<String> SAME_NAME = List.of(
            "temperature",
            "top_p",
            "stream",
            "user",
            "parallel_tool_calls",
            "metadata",
            "service_tier",
            "store",
            "prompt_cache_key",
            "safety_identifier");

    /** What chat completions say by another name or in another shape. */
    private static final Set<String> SAID_OTHERWISE =
            Set.of("model", "input", "instructions", "max_output_tokens", "reasoning", "text", "tools", "tool_choice");

    /** What a provider keeps for the client: without it the answer would be to another question. */
    private static final Set<String> KEPT_BY_PROVIDERS = Set.of("previous_response_id", "conversation", "prompt");

    private ResponsesRequest() {}

    static ClientForm.Translated toChat(byte[] body) {
        JsonNode asked = Json.read(body, 0, body.length);
        ObjectNode out = Json.object();
        out.set("model", asked.path("model"));
        ArrayNode messages = out.putArray("messages");
        if (asked.path("instructions").isTextual()) {
            messages.addObject().put("role", "system").set("content", asked.path("instructions"));
        }
        input(asked.path("input"), messages);
        for (String name : SAME_NAME) {
            if (asked.has(name)) {
                out.set(name, asked.path(name));
            }
        }
        SAME_MEANING.forEach((from, to) -> {
            if (asked.has(from)) {
                out.set(to, asked.path(from));
            }
        });
        JsonNode effort = asked.path("reasoning").path("effort");
        if (effort.isTextual()) {
            out.set("reasoning_effort", effort);
        }
        if (asked.path("text").path("verbosity").isTextual()) {
            out.set("verbosity", asked.path("text").path("verbosity"));
        }
        format(asked.path("text").path("format"), out);
        tools(asked, out);
        return translated(out, asked);
    }

    private static ClientForm.Translated translated(ObjectNode out, JsonNode asked) {
        List<String> lost = new ArrayList<>();
        asked.properties().forEach(member -> {
            boolean said = SAME_NAME.contains(member.getKey()) || SAID_OTHERWISE.contains(member.getKey());
            if (!said && !member.getValue().isNull()) {
                lost.add(member.getKey());
            }
        });
        for (JsonNode tool : asked.path("tools")) {
            String type = tool.path("type").asText();
            if (!type.equals("function")) {
                lost.add("tools." + type);
            }
        }
        List<String> kept = lost.stream().filter(KEPT_BY_PROVIDERS::contains).toList();
        return new ClientForm.Translated(Json.write(out), List.copyOf(lost), kept);
    }

    private static void input(JsonNode input, ArrayNode messages) {
        if (input.isTextual()) {
            messages.addObject().put("role", "user").set("content", input);
            return;
        }
        for (JsonNode item : input) {
            switch (item.path("type").asText("message")) {
                case "function_call" -> call(item, messages);
                case "function_call_output" -> {
                    ObjectNode result = messages.addObject().put("role", "tool");
                    result.set("tool_call_id", item.path("call_id"));
                    JsonNode output = item.path("output");
                    result.set("content", output.isArray() ? content(output) : output);
                }
                case "message" -> {
                    ObjectNode message = messages.addObject();
                    message.put("role", item.path("role").asText("user"));
                    JsonNode content = item.path("content");
                    message.set("content", content.isArray() ? content(content) : content);
                }
                default -> {
                    // Reasoning and the traces of built-in tools mean nothing to another provider.
                }
            }
        }
    }

    /** Calls that stand together, or behind an assistant's text, are one turn. */
    private static void call(JsonNode item, ArrayNode messages) {
        JsonNode last = messages.path(messages.size() - 1);
        ObjectNode turn = last.path("role").asText().equals("assistant")
                ? (ObjectNode) last
                : messages.addObject().put("role", "assistant").putNull("content");
        ArrayNode calls = turn.path("tool_calls") instanceof ArrayNode known ? known : turn.putArray("tool_calls");
        ObjectNode call = calls.addObject();
        call.set("id", item.path("call_id"));
        call.put("type", "function");
        ObjectNode function = call.putObject("function");
        function.set("name", item.path("name"));
        function.set("arguments", item.path("arguments"));
    }

    private static JsonNode content(JsonNode parts) {
        ArrayNode out = Json.array();
        for (JsonNode part : parts) {
            switch (part.path("type").asText()) {
                case "input_text", "output_text", "text" ->
                    out.addObject().put("type", "text").set("text", part.path("text"));
                case "input_image" -> {
                    ObjectNode image = out.addObject().put("type", "image_url").putObject("image_url");
                    image.set("url", part.path("image_url"));
                    if (part.path("detail").isTextual()) {
                        image.set("detail", part.path("detail"));
                    }
                }
                case "input_file" -> {
                    ObjectNode file = out.addObject().put("type", "file").putObject("file");
                    for (String name : List.of("file_id", "file_data", "filename")) {
                        if (part.has(name)) {
                            file.set(name, part.path(name));
                        }
                    }
                }
                case "refusal" -> out.addObject().put("type", "text").set("text", part.path("refusal"));
                default -> out.add(part);
            }
        }
        boolean single = out.size() == 1 && out.path(0).path("type").asText().equals("text");
        return single ? out.path(0).path("text") : out;
    }

    private static void format(JsonNode format, ObjectNode out) {
        switch (format.path("type").asText()) {
            case "json_schema" -> {
                ObjectNode schema = out.putObject("response_format")
                        .put("type", "json_schema")
                        .putObject("json_schema");
                for (String name : List.of("name", "description", "strict", "schema")) {
                    if (format.has(name)) {
                        schema.set(name, format.path(name));
                    }
                }
            }
            case "json_object" -> out.putObject("response_format").put("type", "json_object");
            default -> {
                // Text is what comes anyway.
            }
        }
    }

    private static void tools(JsonNode asked, ObjectNode out) {
        ArrayNode tools = Json.array();
        for (JsonNode tool : asked.path("tools")) {
            if (!tool.path("type").asText().equals("function")) {
                continue;
            }
            ObjectNode function = tools.addObject().put("type", "function").putObject("function");
            for (String name : List.of("name", "description", "parameters", "strict")) {
                if (tool.has(name) && !tool.path(name).isNull()) {
                    function.set(name, tool.path(name));
                }
            }
        }
        if (tools.isEmpty()) {
            return;
        }
        out.set("tools", tools);
        JsonNode choice = asked.path("tool_choice");
        if (choice.isTextual()) {
            out.set("tool_choice", choice);
        } else if (choice.path("type").asText().equals("function")) {
            ObjectNode forced = out.putObject("tool_choice").put("type", "function");
            forced.putObject("function").set("name", choice.path("name"));
        }
    }
}
