package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.ByteSlices;
import java.util.Map;

/** Clients that speak Anthropic's Messages API. */
enum MessagesForm implements ClientForm {
    INSTANCE;

    private static final Map<String, String> STOP_REASONS = Map.of(
            "stop", "end_turn",
            "length", "max_tokens",
            "tool_calls", "tool_use",
            "function_call", "tool_use",
            "content_filter", "refusal");

    @Override
    public boolean translates() {
        return true;
    }

    @Override
    public Translated chatRequest(byte[] body) {
        return MessagesRequest.toChat(body);
    }

    @Override
    public ClientEventWriter events() {
        return new MessagesEvents();
    }

    @Override
    public ByteSlices answer(ByteSlices chat) {
        byte[] bytes = chat.toByteArray();
        JsonNode completion = Json.read(bytes, 0, bytes.length);
        if (NativeText.isIn(completion)) {
            return NativeText.of(completion, null);
        }
        JsonNode choice = completion.path("choices").path(0);
        ObjectNode out = Json.object();
        out.put("id", completion.path("id").asText("msg"));
        out.put("type", "message").put("role", "assistant");
        out.set("model", completion.path("model"));
        out.set("content", blocks(choice.path("message")));
        out.put("stop_reason", stopReason(choice.path("finish_reason").asText("stop")));
        out.putNull("stop_sequence");
        out.set("usage", usage(completion.path("usage")));
        if (completion.has("faregate")) {
            out.set("faregate", completion.path("faregate"));
        }
        return new ByteSlices().add(Json.write(out));
    }

    static String stopReason(String finishReason) {
        return STOP_REASONS.getOrDefault(finishReason, "end_turn");
    }

    private static ArrayNode blocks(JsonNode message) {
        ArrayNode blocks = Json.array();
        if (message.path("thinking_blocks").isArray()) {
            message.path("thinking_blocks").forEach(blocks::add);
        } else {
            thinking(message.path("reasoning_content"), blocks);
            thinking(message.path("reasoning"), blocks);
        }
        JsonNode content = message.path("content");
        if (content.isTextual()) {
            text(content, blocks);
        }
        for (JsonNode part : content) {
            text(part.path("text"), blocks);
        }
        text(message.path("refusal"), blocks);
        for (JsonNode call : message.path("tool_calls")) {
            ObjectNode use = blocks.addObject().put("type", "tool_use");
            use.put("id", call.path("id").asText());
            use.put("name", call.path("function").path("name").asText());
            use.set("input", input(call.path("function").path("arguments").asText("")));
        }
        return blocks;
    }

    private static void text(JsonNode text, ArrayNode blocks) {
        if (text.isTextual() && !text.asText().isEmpty()) {
            blocks.addObject().put("type", "text").set("text", text);
        }
    }

    private static void thinking(JsonNode text, ArrayNode blocks) {
        if (text.isTextual() && !text.asText().isEmpty()) {
            blocks.addObject().put("type", "thinking").put("signature", "").set("thinking", text);
        }
    }

    /** Arguments as the object the API has for them; what is no object is kept as a text in one. */
    private static JsonNode input(String arguments) {
        JsonNode input = Json.read(arguments);
        if (input.isObject()) {
            return input;
        }
        return arguments.isBlank() ? Json.object() : Json.object().put("arguments", arguments);
    }

    /** Counts with the cached parts beside the input, as the API tells them. */
    static ObjectNode usage(JsonNode usage) {
        JsonNode details = usage.path("prompt_tokens_details");
        long read = details.path("cached_tokens").asLong(0);
        long written = details.path("cache_write_tokens").asLong(0);
        ObjectNode out = Json.object();
        out.put("input_tokens", Math.max(0, usage.path("prompt_tokens").asLong(0) - read - written));
        out.put("cache_creation_input_tokens", written).put("cache_read_input_tokens", read);
        return out.put("output_tokens", usage.path("completion_tokens").asLong(0));
    }
}
