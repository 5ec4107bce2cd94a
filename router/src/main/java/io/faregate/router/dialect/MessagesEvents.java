package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.ByteSlices;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the chunks of a chat completion as the events of Anthropic's Messages API. Text and thinking make one block
 * after the other; each tool call is a block of its own that stays open to the finish, because pieces of several may
 * come by turns. Chunks that carry the provider's own event pass it on.
 */
final class MessagesEvents implements ClientEventWriter {
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);
    private static final String TEXT = "text";
    private static final String THINKING = "thinking";

    private final Map<Integer, Integer> toolBlocks = new TreeMap<>();
    private ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean passesOn;
    private boolean started;
    private String open = "";
    private int openIndex;
    private int blocks;
    private String stopReason = "end_turn";
    private ObjectNode usage = MessagesForm.usage(Json.object());

    @Override
    public byte[] chunk(ByteSlices data, boolean lineFeeds) {
        byte[] bytes = data.toByteArray();
        JsonNode chunk = Json.read(bytes, 0, bytes.length);
        if (NativeText.isIn(chunk)) {
            passesOn = true;
            String event = NativeText.event(chunk);
            String holder = event.equals("message_start") ? "message" : "none";
            frame(event, NativeText.of(chunk, holder).toByteArray());
        } else if (!passesOn) {
            start(chunk);
            if (chunk.path("usage").isObject()) {
                usage = MessagesForm.usage(chunk.path("usage"));
            }
            for (JsonNode choice : chunk.path("choices")) {
                if (choice.path("index").asInt(0) == 0) {
                    choice(choice);
                }
            }
        }
        return taken();
    }

    @Override
    public byte[] end() {
        if (!passesOn) {
            start(Json.object());
            close();
            for (int block : toolBlocks.values()) {
                stop(block);
            }
            ObjectNode event = Json.object().put("type", "message_delta");
            event.putObject("delta").put("stop_reason", stopReason).putNull("stop_sequence");
            event.set("usage", usage);
            frame(event);
            frame(Json.object().put("type", "message_stop"));
        }
        return taken();
    }

    @Override
    public byte[] fail(String reason, String code) {
        ObjectNode event = Json.object().put("type", "error");
        ObjectNode error = event.putObject("error");
        error.put("message", reason)
                .put("type", "upstream_error")
                .put("code", code)
                .putNull("param");
        error.putArray("attempted");
        frame(event);
        return taken();
    }

    private void start(JsonNode chunk) {
        if (started) {
            return;
        }
        started = true;
        ObjectNode event = Json.object().put("type", "message_start");
        ObjectNode message = event.putObject("message");
        message.put("id", chunk.path("id").asText("msg"));
        message.put("type", "message").put("role", "assistant");
        message.put("model", chunk.path("model").asText(""));
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.set("usage", MessagesForm.usage(Json.object()));
        if (chunk.has("faregate")) {
            event.set("faregate", chunk.path("faregate"));
        }
        frame(event);
    }

    private void choice(JsonNode choice) {
        JsonNode delta = choice.path("delta");
        text(THINKING, delta.path("reasoning_content"));
        text(THINKING, delta.path("reasoning"));
        JsonNode content = delta.path("content");
        text(TEXT, content);
        for (JsonNode part : content) {
            text(TEXT, part.path("text"));
        }
        text(TEXT, delta.path("refusal"));
        for (JsonNode call : delta.path("tool_calls")) {
            call(call);
        }
        String finish = choice.path("finish_reason").asText("");
        if (!finish.isEmpty() && !finish.equals("null")) {
            stopReason = MessagesForm.stopReason(finish);
        }
    }

    private void text(String kind, JsonNode text) {
        if (!text.isTextual() || text.asText().isEmpty()) {
            return;
        }
        if (!open.equals(kind)) {
            close();
            open = kind;
            openIndex = blocks++;
            begin(openIndex, Json.object().put("type", kind).put(kind, ""));
        }
        delta(openIndex, Json.object().put("type", kind + "_delta").set(kind, text));
    }

    private void call(JsonNode call) {
        int index = call.path("index").asInt(toolBlocks.size());
        JsonNode function = call.path("function");
        Integer block = toolBlocks.get(index);
        if (block == null) {
            close();
            block = blocks++;
            toolBlocks.put(index, block);
            ObjectNode use = Json.object()
                    .put("type", "tool_use")
                    .put("id", call.path("id").asText());
            use.put("name", function.path("name").asText()).putObject("input");
            begin(block, use);
        }
        String arguments = function.path("arguments").asText("");
        if (!arguments.isEmpty()) {
            delta(block, Json.object().put("type", "input_json_delta").put("partial_json", arguments));
        }
    }

    private void begin(int index, ObjectNode block) {
        ObjectNode event = Json.object().put("type", "content_block_start").put("index", index);
        event.set("content_block", block);
        frame(event);
    }

    private void delta(int index, JsonNode delta) {
        ObjectNode event = Json.object().put("type", "content_block_delta").put("index", index);
        event.set("delta", delta);
        frame(event);
    }

    private void close() {
        if (!open.isEmpty()) {
            stop(openIndex);
            open = "";
        }
    }

    private void stop(int index) {
        frame(Json.object().put("type", "content_block_stop").put("index", index));
    }

    private void frame(ObjectNode event) {
        frame(event.path("type").asText(), Json.write(event));
    }

    private void frame(String name, byte[] data) {
        out.writeBytes(("event: " + name + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        for (byte b : data) {
            out.write(b);
            if (b == '\n') {
                out.writeBytes(DATA);
            }
        }
        out.write('\n');
        out.write('\n');
    }

    private byte[] taken() {
        byte[] frames = out.toByteArray();
        out = new ByteArrayOutputStream();
        return frames;
    }
}
