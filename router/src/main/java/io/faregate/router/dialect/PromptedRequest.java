package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a request with tools as one without: functions told in words, calls and results as text. One use. */
final class PromptedRequest {
    private static final int LONGEST_DESCRIPTION = 200;
    private static final String RESULT_END = "</tool_response>";

    private static final String CONTRACT = """
            To call functions, answer with one block for each call and nothing after the last block:
            <tool_call>{"name": "FUNCTION", "arguments": {"ARGUMENT": "VALUE"}}</tool_call>
            Results come back as <tool_response> blocks. To answer without a call, write plain text without blocks.

            Example with a function "add" of the arguments a and b. Asked "What is 2 + 3?", the answer is:
            <tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>""";

    private final Map<String, String> names = new HashMap<>();
    private final ArrayNode messages = Json.array();

    private PromptedRequest() {}

    static ObjectNode of(JsonNode chat, PromptedTools tools, PromptedTools.@Nullable Correction correction) {
        PromptedRequest writer = new PromptedRequest();
        JsonNode given = chat.path("messages");
        int from = 0;
        if (!tools.tools().isEmpty()) {
            writer.system(given.path(0), instruction(tools));
            from = isSystem(given.path(0)) ? 1 : 0;
        }
        for (int i = from; i < given.size(); i++) {
            writer.turn(given.path(i));
        }
        ObjectNode out = chat.deepCopy();
        out.remove(List.of("tools", "tool_choice", "parallel_tool_calls", "functions", "function_call"));
        if (correction != null) {
            writer.add("assistant", text(correction.text()));
            writer.add(
                    "user",
                    text("Your tool call could not be read: " + correction.fault()
                            + ". Answer again, with tool calls exactly in the form you were told."));
            out.put("temperature", 0);
        }
        out.set("messages", writer.messages);
        return out;
    }

    private static String instruction(PromptedTools tools) {
        StringBuilder out =
                new StringBuilder("You can call these functions, one a line with the JSON Schema of its arguments:\n");
        for (PromptedTools.Tool tool : tools.tools().values()) {
            out.append("- ").append(tool.name()).append(": ").append(brief(tool.description()));
            out.append(' ').append(Json.text(compact(tool.schema()))).append('\n');
        }
        out.append('\n').append(CONTRACT);
        if (tools.named() != null) {
            out.append("\nYou must call the function ").append(tools.named()).append('.');
        } else if (tools.required()) {
            out.append("\nYou must call at least one function.");
        }
        return tools.single() ? out.append("\nCall one function at most.").toString() : out.toString();
    }

    private static String brief(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_DESCRIPTION ? line : line.substring(0, LONGEST_DESCRIPTION) + "…";
    }

    /** A schema with its descriptions cut short. */
    private static JsonNode compact(JsonNode schema) {
        if (!schema.isContainerNode()) {
            return schema.isMissingNode() || schema.isNull() ? Json.object().put("type", "object") : schema;
        }
        JsonNode copy = schema.deepCopy();
        for (JsonNode holder : copy.findParents("description")) {
            if (holder instanceof ObjectNode object
                    && object.path("description").isTextual()) {
                object.put("description", brief(object.path("description").asText()));
            }
        }
        return copy;
    }

    /** Puts the instruction behind the text of the system, which it begins where there is none. */
    private void system(JsonNode first, String instruction) {
        boolean there = isSystem(first);
        ObjectNode system = there ? first.deepCopy() : Json.object().put("role", "system");
        JsonNode content = there ? first.path("content") : Json.object().nullNode();
        system.set("content", joined(content, text(instruction), "\n\n"));
        messages.add(system);
    }

    private static boolean isSystem(JsonNode message) {
        String role = message.path("role").asText();
        return role.equals("system") || role.equals("developer");
    }

    private void turn(JsonNode message) {
        String role = message.path("role").asText();
        if (role.equals("tool") || role.equals("function")) {
            add("user", text(result(message)));
        } else if (role.equals("assistant") && (message.has("tool_calls") || message.has("function_call"))) {
            add("assistant", joined(message.path("content"), text(calls(message)), "\n"));
        } else if (role.equals("user") || role.equals("assistant")) {
            merge(message);
        } else {
            messages.add(message);
        }
    }

    private String calls(JsonNode message) {
        StringBuilder out = new StringBuilder();
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            names.put(call.path("id").asText(), function.path("name").asText());
            block(function, out);
        }
        if (message.path("function_call").isObject()) {
            block(message.path("function_call"), out);
        }
        return out.toString();
    }

    private static void block(JsonNode function, StringBuilder out) {
        String arguments = function.path("arguments").asText("");
        JsonNode read = Json.read(arguments);
        ObjectNode said = Json.object().put("name", function.path("name").asText());
        said.set("arguments", read.isMissingNode() ? Json.object().textNode(arguments) : read);
        out.append(out.length() == 0 ? "" : "\n").append(ToolCallText.OPEN).append(Json.text(said));
        out.append(ToolCallText.CLOSE);
    }

    /** A result as text; one that holds the mark of its own end cannot end early. */
    private String result(JsonNode message) {
        String id = message.path("tool_call_id").asText("");
        String name = message.path("name").asText(names.getOrDefault(id, ""));
        StringBuilder said = new StringBuilder();
        JsonNode content = message.path("content");
        if (content.isTextual()) {
            said.append(content.asText());
        }
        content.forEach(part -> said.append(part.path("text").asText("")));
        String safe = said.toString().replace("</tool_response", "<\\/tool_response");
        return "<tool_response name=" + Json.text(text(name)) + " id=" + Json.text(text(id)) + ">" + safe + RESULT_END;
    }

    private void merge(JsonNode message) {
        JsonNode last = messages.path(messages.size() - 1);
        if (last.path("role").equals(message.path("role"))) {
            add(message.path("role").asText(), message.path("content"));
        } else {
            messages.add(message);
        }
    }

    /** Adds a turn, or goes on with the last one when it is of the same role: many models know no two in a row. */
    private void add(String role, JsonNode content) {
        JsonNode last = messages.path(messages.size() - 1);
        if (last.path("role").asText().equals(role)) {
            ObjectNode merged = last.deepCopy();
            merged.set("content", joined(last.path("content"), content, "\n"));
            messages.set(messages.size() - 1, merged);
        } else {
            messages.addObject().put("role", role).set("content", content);
        }
    }

    private static JsonNode text(String text) {
        return Json.object().textNode(text);
    }

    /** Two contents as one: texts in one string, parts in one list. */
    private static JsonNode joined(JsonNode first, JsonNode second, String between) {
        if (!first.isTextual() && !first.isArray()) {
            return second;
        }
        if (first.isTextual() && first.asText().isEmpty()) {
            return second;
        }
        if (first.isTextual() && second.isTextual()) {
            return text(first.asText() + between + second.asText());
        }
        ArrayNode parts = Json.array();
        for (JsonNode each : List.of(first, second)) {
            if (each.isTextual()) {
                parts.addObject().put("type", "text").set("text", each);
            } else {
                each.forEach(parts::add);
            }
        }
        return parts;
    }
}
