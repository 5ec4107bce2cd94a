package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.SseScanner;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of Anthropic's Messages API into the chunks of a chat completion, event by event: counts are
 * cumulative, tool calls come numbered in their order, pings are comments, the end is told as usage and end mark. Not
 * thread-safe; one for a stream.
 */
final class AnthropicStream implements SseScanner.Listener {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private final SseScanner.Listener downstream;
    private final long nowSeconds;
    private final ObjectNode usage = Json.object();
    private String id = "";
    private JsonNode model = Json.object();
    private ObjectNode block = Json.object();
    private final StringBuilder gathered = new StringBuilder();
    private String signature = "";
    private int calls = -1;
    private boolean finished;

    AnthropicStream(SseScanner.Listener downstream, long nowSeconds) {
        this.downstream = downstream;
        this.nowSeconds = nowSeconds;
    }

    @Override
    public void onComment() {
        downstream.onComment();
    }

    @Override
    public void onEvent(String name, byte[] bytes, int offset, int length) {
        JsonNode event = Json.read(bytes, offset, length);
        switch (event.path("type").asText("")) {
            case "message_start" -> start(event.path("message"));
            case "content_block_start" -> blockStart(event.path("content_block"));
            case "content_block_delta" -> delta(event.path("delta"));
            case "content_block_stop" -> blockStop();
            case "message_delta" -> messageDelta(event);
            case "message_stop" -> stop();
            case "ping" -> downstream.onComment();
            default -> downstream.onEvent(name, bytes, offset, length);
        }
    }

    private void start(JsonNode message) {
        id = message.path("id").asText();
        model = message.path("model");
        merge(message.path("usage"));
        ObjectNode delta = Json.object().put("role", "assistant").put("content", "");
        send(delta, null);
    }

    private void blockStart(JsonNode started) {
        block = started.isObject() ? (ObjectNode) started.deepCopy() : Json.object();
        gathered.setLength(0);
        signature = "";
        switch (block.path("type").asText()) {
            case "text" -> {
                if (!block.path("text").asText("").isEmpty()) {
                    send(Json.object().set("content", block.path("text")), null);
                }
            }
            case "tool_use" -> {
                calls++;
                ObjectNode call = Json.object().put("index", calls);
                call.set("id", block.path("id"));
                call.put("type", "function");
                call.putObject("function").put("arguments", "").set("name", block.path("name"));
                sendCall(call);
            }
            default -> {
                // Thinking tells itself by its deltas, other blocks have no counterpart.
            }
        }
    }

    private void delta(JsonNode delta) {
        switch (delta.path("type").asText()) {
            case "text_delta" -> send(Json.object().set("content", delta.path("text")), null);
            case "thinking_delta" -> {
                gathered.append(delta.path("thinking").asText());
                send(Json.object().set("reasoning_content", delta.path("thinking")), null);
            }
            case "signature_delta" -> signature = delta.path("signature").asText();
            case "input_json_delta" -> {
                String piece = delta.path("partial_json").asText();
                gathered.append(piece);
                if (!piece.isEmpty() && block.path("type").asText().equals("tool_use")) {
                    arguments(piece);
                }
            }
            default -> {
                // Citations have no counterpart.
            }
        }
    }

    private void blockStop() {
        switch (block.path("type").asText()) {
            case "tool_use" -> {
                JsonNode input = block.path("input");
                if (gathered.length() == 0) {
                    arguments(input.isObject() ? Json.text(input) : "{}");
                }
            }
            case "thinking" -> {
                ObjectNode whole = Json.object().put("type", "thinking");
                whole.put("thinking", gathered.toString()).put("signature", signature);
                send(thinking(whole), null);
            }
            case "redacted_thinking" -> send(thinking(block), null);
            default -> {
                // Nothing is held back of other blocks.
            }
        }
        block = Json.object();
    }

    private static ObjectNode thinking(ObjectNode whole) {
        ObjectNode delta = Json.object();
        delta.putArray("thinking_blocks").add(whole);
        return delta;
    }

    private void messageDelta(JsonNode event) {
        merge(event.path("usage"));
        String reason = AnthropicAnswer.finishReason(
                event.path("delta").path("stop_reason").asText(null));
        if (reason != null && !finished) {
            finished = true;
            send(Json.object(), reason);
        }
    }

    private void stop() {
        ObjectNode chunk = chunk();
        chunk.putArray("choices");
        chunk.set("usage", AnthropicAnswer.usage(usage));
        String tier = AnthropicAnswer.serviceTier(usage);
        if (tier != null) {
            chunk.put("service_tier", tier);
        }
        if (usage.has("output_tokens")) {
            send(chunk);
        }
        downstream.onEvent("", DONE, 0, DONE.length);
    }

    /** Later counts replace earlier ones; a count that is left out stays. */
    private void merge(JsonNode counts) {
        for (Map.Entry<String, JsonNode> count : counts.properties()) {
            if (!count.getValue().isNull()) {
                usage.set(count.getKey(), count.getValue());
            }
        }
    }

    private void arguments(String piece) {
        ObjectNode call = Json.object().put("index", calls);
        call.putObject("function").put("arguments", piece);
        sendCall(call);
    }

    private void sendCall(ObjectNode call) {
        ObjectNode delta = Json.object();
        delta.putArray("tool_calls").add(call);
        send(delta, null);
    }

    private void send(JsonNode delta, @Nullable String finishReason) {
        ObjectNode chunk = chunk();
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.put("finish_reason", finishReason);
        send(chunk);
    }

    private ObjectNode chunk() {
        ObjectNode chunk = Json.object().put("id", id).put("object", "chat.completion.chunk");
        chunk.put("created", nowSeconds).set("model", model);
        return chunk;
    }

    private void send(ObjectNode chunk) {
        byte[] bytes = Json.write(chunk);
        downstream.onEvent("", bytes, 0, bytes.length);
    }
}
