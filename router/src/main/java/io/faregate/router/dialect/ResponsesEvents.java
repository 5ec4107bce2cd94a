package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.ByteSlices;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the chunks of a chat completion as the events of OpenAI's Responses API: items begin when their first piece
 * comes and are told whole at the end. Chunks that carry the provider's own event pass it on.
 */
final class ResponsesEvents implements ClientEventWriter {
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.US_ASCII);

    /** One item of the output while it grows. */
    private static final class Item {
        final String kind;
        final String id;
        final int index;
        final String name;
        final String callId;
        final StringBuilder text = new StringBuilder();

        Item(String kind, String id, int index, String callId, String name) {
            this.kind = kind;
            this.id = id;
            this.index = index;
            this.callId = callId;
            this.name = name;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private final Map<Integer, Item> calls = new TreeMap<>();
    private ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ObjectNode response = Json.object();
    private JsonNode usage = MissingNode.getInstance();
    private String finish = "stop";
    private String suffix = "";
    private long sequence;
    private boolean started;
    private boolean passesOn;

    @Override
    public byte[] chunk(ByteSlices data, boolean lineFeeds) {
        byte[] bytes = data.toByteArray();
        JsonNode chunk = Json.read(bytes, 0, bytes.length);
        if (NativeText.isIn(chunk)) {
            passesOn = true;
            frame(NativeText.event(chunk), NativeText.of(chunk, "response").toByteArray());
        } else if (!passesOn) {
            start(chunk);
            usage = chunk.path("usage").isObject() ? chunk.path("usage") : usage;
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
            ArrayNode output = Json.array();
            for (Item item : items) {
                output.add(done(item));
            }
            ResponsesForm.end(response, output, finish, usage);
            String status = response.path("status").asText();
            ObjectNode event = event("response." + status);
            event.set("response", response);
            frame(event);
        }
        return taken();
    }

    @Override
    public byte[] fail(String reason, String code) {
        ObjectNode event = event("error");
        event.put("message", reason).put("code", code).putNull("param");
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
        suffix = chunk.path("id").asText("");
        response = ResponsesForm.response(suffix, chunk.path("created").asLong(0), chunk.path("model"));
        ObjectNode created = event("response.created");
        created.set("response", response.deepCopy());
        if (chunk.has("faregate")) {
            created.set("faregate", chunk.path("faregate"));
        }
        frame(created);
        ObjectNode running = event("response.in_progress");
        running.set("response", response.deepCopy());
        frame(running);
    }

    private void choice(JsonNode choice) {
        JsonNode delta = choice.path("delta");
        piece("reasoning", delta.path("reasoning_content"), "response.reasoning_summary_text.delta");
        piece("reasoning", delta.path("reasoning"), "response.reasoning_summary_text.delta");
        piece("message", delta.path("content"), "response.output_text.delta");
        for (JsonNode part : delta.path("content")) {
            piece("message", part.path("text"), "response.output_text.delta");
        }
        piece("refusal", delta.path("refusal"), "response.refusal.delta");
        for (JsonNode call : delta.path("tool_calls")) {
            call(call);
        }
        String reason = choice.path("finish_reason").asText("");
        finish = reason.isEmpty() || reason.equals("null") ? finish : reason;
    }

    private void piece(String kind, JsonNode text, String type) {
        if (!text.isTextual() || text.asText().isEmpty()) {
            return;
        }
        Item item = items.isEmpty() ? null : items.get(items.size() - 1);
        if (item == null || !item.kind.equals(kind)) {
            String prefix = kind.equals("reasoning") ? "rs_" : "msg_";
            item = begin(new Item(kind, prefix + suffix + "_" + items.size(), items.size(), "", ""));
        }
        item.text.append(text.asText());
        ObjectNode event = at(type, item);
        event.put(kind.equals("reasoning") ? "summary_index" : "content_index", 0);
        event.set("delta", text);
        frame(event);
    }

    private void call(JsonNode call) {
        int index = call.path("index").asInt(calls.size());
        JsonNode function = call.path("function");
        Item item = calls.get(index);
        if (item == null) {
            String id = call.path("id").asText();
            item = begin(new Item(
                    "function_call",
                    "fc_" + id,
                    items.size(),
                    id,
                    function.path("name").asText()));
            calls.put(index, item);
        }
        String arguments = function.path("arguments").asText("");
        if (!arguments.isEmpty()) {
            item.text.append(arguments);
            frame(at("response.function_call_arguments.delta", item).put("delta", arguments));
        }
    }

    private Item begin(Item item) {
        items.add(item);
        ObjectNode added = event("response.output_item.added").put("output_index", item.index);
        ObjectNode whole = whole(item);
        whole.put("status", "in_progress");
        if (whole.has("content")) {
            whole.putArray("content");
        }
        added.set("item", whole);
        frame(added);
        if (item.kind.equals("message") || item.kind.equals("refusal")) {
            ObjectNode part = at("response.content_part.added", item).put("content_index", 0);
            part.set("part", whole(item).path("content").path(0));
            frame(part);
        }
        return item;
    }

    private ObjectNode done(Item item) {
        ObjectNode whole = whole(item);
        switch (item.kind) {
            case "function_call" ->
                frame(at("response.function_call_arguments.done", item)
                        .put("name", item.name)
                        .put("arguments", item.text.toString()));
            case "reasoning" ->
                frame(at("response.reasoning_summary_text.done", item)
                        .put("summary_index", 0)
                        .put("text", item.text.toString()));
            default -> {
                boolean refusal = item.kind.equals("refusal");
                ObjectNode text = at(refusal ? "response.refusal.done" : "response.output_text.done", item);
                frame(text.put("content_index", 0).put(refusal ? "refusal" : "text", item.text.toString()));
                ObjectNode part = at("response.content_part.done", item).put("content_index", 0);
                part.set("part", whole.path("content").path(0));
                frame(part);
            }
        }
        ObjectNode event = event("response.output_item.done").put("output_index", item.index);
        event.set("item", whole);
        frame(event);
        return whole;
    }

    private static ObjectNode whole(Item item) {
        String text = item.text.toString();
        return switch (item.kind) {
            case "function_call" -> ResponsesForm.call(item.callId, item.name, text);
            case "reasoning" -> ResponsesForm.reasoning(item.id, text);
            case "refusal" -> ResponsesForm.message(item.id, "", text.isEmpty() ? " " : text);
            default -> ResponsesForm.message(item.id, text, "");
        };
    }

    private ObjectNode at(String type, Item item) {
        return event(type).put("item_id", item.id).put("output_index", item.index);
    }

    private ObjectNode event(String type) {
        return Json.object().put("type", type).put("sequence_number", sequence++);
    }

    private void frame(ObjectNode event) {
        frame(event.path("type").asText(), Json.write(event));
    }

    private void frame(String name, byte[] data) {
        out.writeBytes(("event: " + name + "\n").getBytes(StandardCharsets.UTF_8));
        out.writeBytes(DATA);
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
