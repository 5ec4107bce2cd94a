package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.SseScanner;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells what the events of OpenAI's Responses API mean as chunks. Not thread-safe; one for a stream. */
final class ResponsesStream implements SseScanner.Listener {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    private final SseScanner.Listener downstream;
    private final Map<String, Integer> calls = new HashMap<>();
    private String id = "";
    private String model = "";

    ResponsesStream(SseScanner.Listener downstream) {
        this.downstream = downstream;
    }

    @Override
    public void onComment() {
        downstream.onComment();
    }

    @Override
    public void onEvent(String name, byte[] bytes, int offset, int length) {
        JsonNode event = Json.read(bytes, offset, length);
        switch (event.path("type").asText("")) {
            case "response.created" -> {
                id = event.path("response").path("id").asText();
                model = event.path("response").path("model").asText();
                send(Json.object().put("role", "assistant"), null);
            }
            case "response.output_text.delta" -> send(Json.object().set("content", event.path("delta")), null);
            case "response.refusal.delta" -> send(Json.object().set("refusal", event.path("delta")), null);
            case "response.reasoning_text.delta", "response.reasoning_summary_text.delta" ->
                send(Json.object().set("reasoning_content", event.path("delta")), null);
            case "response.output_item.added" -> added(event.path("item"));
            case "response.function_call_arguments.delta" ->
                call(event.path("item_id").asText(), Json.object().set("arguments", event.path("delta")));
            case "response.completed", "response.incomplete" -> ended(event.path("response"));
            case "response.failed" -> failed(event.path("response").path("error"));
            case "error" -> failed(event);
            default -> {
                // What else there is repeats what the deltas have said.
            }
        }
    }

    private void added(JsonNode item) {
        if (item.path("type").asText().equals("function_call")) {
            calls.put(item.path("id").asText(), calls.size());
            ObjectNode function = Json.object().put("arguments", "");
            function.set("name", item.path("name"));
            call(item.path("id").asText(), function);
        }
    }

    private void call(String item, JsonNode function) {
        ObjectNode delta = Json.object();
        ObjectNode call = delta.putArray("tool_calls").addObject().put("index", calls.getOrDefault(item, 0));
        call.set("function", function);
        send(delta, null);
    }

    private void ended(JsonNode response) {
        ObjectNode chunk = chunk(Json.object(), ResponsesAnswer.finishReason(response, !calls.isEmpty()));
        if (response.path("usage").isObject()) {
            chunk.set("usage", response.path("usage"));
        }
        if (response.path("service_tier").isTextual()) {
            chunk.set("service_tier", response.path("service_tier"));
        }
        send(chunk);
        downstream.onEvent("", DONE, 0, DONE.length);
    }

    private void failed(JsonNode error) {
        ObjectNode event = Json.object();
        event.set("error", error);
        byte[] bytes = Json.write(event);
        downstream.onEvent("error", bytes, 0, bytes.length);
    }

    private void send(JsonNode delta, @Nullable String finishReason) {
        send(chunk(delta, finishReason));
    }

    private ObjectNode chunk(JsonNode delta, @Nullable String finishReason) {
        ObjectNode chunk = Json.object().put("id", id).put("object", "chat.completion.chunk");
        chunk.put("model", model);
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.put("finish_reason", finishReason);
        return chunk;
    }

    private void send(ObjectNode chunk) {
        byte[] bytes = Json.write(chunk);
        downstream.onEvent("", bytes, 0, bytes.length);
    }
}
