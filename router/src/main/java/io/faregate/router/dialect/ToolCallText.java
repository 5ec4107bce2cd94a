package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls in what a model wrote: blocks as it was told to write them, Mistral's list, or a whole text that is a
 * call, as Llama writes it. One use for one text.
 */
final class ToolCallText {
    static final String OPEN = "<tool_call>";
    static final String CLOSE = "</tool_call>";
    static final String LIST = "[TOOL_CALLS]";
    static final String PYTHON_TAG = "<|python_tag|>";
    static final String THINK = "<think>";
    static final String THINK_END = "</think>";

    private final PromptedTools tools;
    private final List<ToolReading.Call> calls = new ArrayList<>();
    private @Nullable String fault;

    private ToolCallText(PromptedTools tools) {
        this.tools = tools;
    }

    static ToolReading read(String text, PromptedTools tools) {
        ToolCallText reader = new ToolCallText(tools);
        int from = afterThinking(text);
        int block = text.indexOf(OPEN, from);
        int list = text.indexOf(LIST, from);
        if (block >= 0 && (list < 0 || block < list)) {
            reader.blocks(text, block);
            return reader.reading(text, block);
        }
        if (list >= 0) {
            reader.block(text.substring(list + LIST.length()));
            return reader.reading(text, list);
        }
        reader.whole(text.substring(from));
        return reader.calls.isEmpty() ? ToolReading.text(text) : reader.reading(text, from);
    }

    /** Where the text begins that is no reasoning. */
    private static int afterThinking(String text) {
        if (!text.stripLeading().startsWith(THINK)) {
            return 0;
        }
        int end = text.indexOf(THINK_END);
        return end < 0 ? text.length() : end + THINK_END.length();
    }

    private ToolReading reading(String text, int contentEnd) {
        String content = text.substring(0, contentEnd).stripTrailing();
        boolean one = tools.single() && calls.size() > 1;
        List<ToolReading.Call> taken = one ? calls.subList(0, 1) : calls;
        return new ToolReading(content, List.copyOf(taken), calls.isEmpty() ? fault : null);
    }

    private void blocks(String text, int first) {
        int open = first;
        while (open >= 0) {
            int from = open + OPEN.length();
            int close = text.indexOf(CLOSE, from);
            int next = text.indexOf(OPEN, from);
            int end = close >= 0 && (next < 0 || close < next) ? close : next >= 0 ? next : text.length();
            block(text.substring(from, end));
            open = next;
        }
    }

    private void block(String json) {
        JsonNode said = LooseJson.read(unfenced(json));
        if (said.isMissingNode()) {
            fault("the block holds no JSON object");
            return;
        }
        for (JsonNode each : said.isArray() ? said : Json.array().add(said)) {
            call(each);
        }
    }

    /** A text that is a call and nothing else; of JSON that names no known function nobody knows that it is one. */
    private void whole(String text) {
        String bare = text.strip();
        if (bare.startsWith(PYTHON_TAG)) {
            bare = bare.substring(PYTHON_TAG.length()).strip();
        }
        bare = unfenced(bare);
        if (!bare.startsWith("{") && !bare.startsWith("[")) {
            return;
        }
        JsonNode said = LooseJson.read(bare);
        ArrayNode all = said.isArray() ? (ArrayNode) said : Json.array().add(said);
        for (JsonNode each : all) {
            if (tools.tools().containsKey(name(each))) {
                call(each);
            }
        }
    }

    private void call(JsonNode said) {
        String name = name(said);
        PromptedTools.Tool tool = tools.tools().get(name);
        if (tool == null) {
            fault(name.isEmpty() ? "the block names no function" : "there is no function \"" + excerpt(name) + '"');
            return;
        }
        if (tools.named() != null && !tools.named().equals(name)) {
            fault("the function to call is \"" + tools.named() + '"');
            return;
        }
        ToolArguments arguments = ToolArguments.fit(arguments(said), tool.schema());
        if (arguments.fault() != null) {
            fault(arguments.fault());
        } else {
            calls.add(new ToolReading.Call(name, Json.text(arguments.value())));
        }
    }

    private void fault(String found) {
        fault = fault == null ? found : fault;
    }

    private static String name(JsonNode said) {
        for (String key : List.of("name", "function", "tool")) {
            JsonNode value = said.path(key);
            if (value.isObject()) {
                return value.path("name").asText("");
            }
            if (value.isTextual()) {
                return value.asText();
            }
        }
        return "";
    }

    private static JsonNode arguments(JsonNode said) {
        JsonNode holder = said.path("function").isObject() ? said.path("function") : said;
        for (String key : List.of("arguments", "parameters", "input")) {
            JsonNode value = holder.path(key);
            if (value.isTextual()) {
                return value.asText().isBlank() ? Json.object() : LooseJson.read(value.asText());
            }
            if (!value.isMissingNode() && !value.isNull()) {
                return value;
            }
        }
        return Json.object();
    }

    private static String unfenced(String text) {
        String bare = text.strip();
        if (!bare.startsWith("```")) {
            return bare;
        }
        int line = bare.indexOf('\n');
        int end = bare.lastIndexOf("```");
        return line < 0 || end <= line ? bare : bare.substring(line + 1, end).strip();
    }

    private static String excerpt(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64);
    }
}
