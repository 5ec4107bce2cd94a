package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns an answer of Anthropic's Messages API into a chat completion. Stateless. */
final class AnthropicAnswer {
    private static final Map<String, String> FINISH_REASONS = Map.of(
            "end_turn", "stop",
            "stop_sequence", "stop",
            "pause_turn", "stop",
            "max_tokens", "length",
            "model_context_window_exceeded", "length",
            "tool_use", "tool_calls",
            "refusal", "content_filter");

    private AnthropicAnswer() {}

    /** The answer as a chat completion; what is no message stays as it is, for the classifier. */
    static byte[] toChat(byte[] body, long nowSeconds) {
        JsonNode message = Json.read(body, 0, body.length);
        if (!message.path("type").asText().equals("message")) {
            return body;
        }
        ObjectNode out = Json.object();
        out.put("id", message.path("id").asText());
        out.put("object", "chat.completion");
        out.put("created", nowSeconds);
        out.set("model", message.path("model"));
        ObjectNode choice = out.putArray("choices").addObject().put("index", 0);
        choice.set("message", answer(message.path("content")));
        choice.put("finish_reason", finishReason(message.path("stop_reason").asText(null)));
        if (message.path("usage").isObject()) {
            out.set("usage", usage(message.path("usage")));
            String tier = serviceTier(message.path("usage"));
            if (tier != null) {
                out.put("service_tier", tier);
            }
        }
        return Json.write(out);
    }

    private static ObjectNode answer(JsonNode blocks) {
        ObjectNode message = Json.object().put("role", "assistant");
        StringBuilder text = new StringBuilder();
        StringBuilder reasoning = new StringBuilder();
        ArrayNode thinking = Json.array();
        ArrayNode calls = Json.array();
        boolean said = false;
        for (JsonNode block : blocks) {
            switch (block.path("type").asText()) {
                case "text" -> {
                    text.append(block.path("text").asText());
                    said = true;
                }
                case "thinking" -> {
                    reasoning.append(block.path("thinking").asText());
                    thinking.add(block);
                }
                case "redacted_thinking" -> thinking.add(block);
                case "tool_use" -> {
                    ObjectNode call = calls.addObject();
                    call.set("id", block.path("id"));
                    call.put("type", "function");
                    ObjectNode function = call.putObject("function");
                    function.set("name", block.path("name"));
                    function.put("arguments", Json.text(block.path("input")));
                }
                default -> {
                    // Blocks of server tools have no counterpart; their outcome is in the text.
                }
            }
        }
        message.put("content", said ? text.toString() : null);
        if (reasoning.length() > 0) {
            message.put("reasoning_content", reasoning.toString());
        }
        if (!thinking.isEmpty()) {
            message.set("thinking_blocks", thinking);
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        return message;
    }

    static @Nullable String finishReason(@Nullable String stopReason) {
        return stopReason == null ? null : FINISH_REASONS.getOrDefault(stopReason, "stop");
    }

    /** Usage with the whole prompt in one number, as chat completions count it; parts beside it. */
    static ObjectNode usage(JsonNode usage) {
        long read = usage.path("cache_read_input_tokens").asLong(0);
        long written = usage.path("cache_creation_input_tokens").asLong(0);
        long prompt = usage.path("input_tokens").asLong(0) + read + written;
        long completion = usage.path("output_tokens").asLong(0);
        ObjectNode out = Json.object();
        out.put("prompt_tokens", prompt).put("completion_tokens", completion).put("total_tokens", prompt + completion);
        out.putObject("prompt_tokens_details").put("cached_tokens", read).put("cache_write_tokens", written);
        if (usage.path("cache_creation").isObject()) {
            out.set("cache_creation", usage.path("cache_creation"));
        }
        return out;
    }

    static @Nullable String serviceTier(JsonNode usage) {
        String tier = usage.path("service_tier").asText("");
        return tier.isEmpty() ? null : tier.equals("standard") ? "default" : tier;
    }
}
