package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.SseScanner;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The chunks of a model that was told its tools in words: text flows, a call is held back to its end and then told as
 * calls are told. Not thread-safe; one for a stream.
 */
public final class PromptedStream implements SseScanner.Listener {
    /** Who is told what does not show in the chunks. */
    public interface Watcher {
        /** Something has come that is held back. */
        void onHeld();

        /**
         * A call could not be read, or one that is required is missing.
         *
         * @return whether the text goes to the client as it is; else nothing more does
         */
        boolean onUnread(PromptedTools.Correction unread);
    }

    private final SseScanner.Listener downstream;
    private final PromptedTools tools;
    private final LongSupplier random;
    private final Watcher watcher;
    private final Map<Integer, HeldText> texts = new HashMap<>();
    private boolean over;

    /** A pass for one stream; {@code random} makes the ids of calls. */
    public PromptedStream(SseScanner.Listener downstream, PromptedTools tools, LongSupplier random, Watcher watcher) {
        this.downstream = downstream;
        this.tools = tools;
        this.random = random;
        this.watcher = watcher;
    }

    @Override
    public void onComment() {
        downstream.onComment();
    }

    @Override
    public void onEvent(String name, byte[] bytes, int offset, int length) {
        if (over) {
            return;
        }
        JsonNode chunk = Json.read(bytes, offset, length);
        JsonNode choice = chunk.path("choices").path(0);
        JsonNode delta = choice.path("delta");
        boolean finishes = choice.path("finish_reason").isTextual();
        boolean text = delta.path("content").isTextual();
        if (!(chunk instanceof ObjectNode whole) || !(text || finishes)) {
            downstream.onEvent(name, bytes, offset, length);
            return;
        }
        HeldText held = texts.computeIfAbsent(choice.path("index").asInt(0), index -> new HeldText());
        String flows = text ? held.take(delta.path("content").asText()) : "";
        if (finishes) {
            finish(whole, (ObjectNode) choice, held, flows);
        } else if (!flows.isEmpty() || delta.size() > 1) {
            ((ObjectNode) delta).put("content", flows);
            send(whole);
        } else {
            watcher.onHeld();
        }
    }

    private void finish(ObjectNode chunk, ObjectNode choice, HeldText held, String flows) {
        ToolReading reading = held.holding() ? tools.read(held.all()) : ToolReading.text(held.all());
        if (!reading.calls().isEmpty()) {
            say(chunk, choice, flows);
            call(chunk, choice, reading.toolCalls(random));
            choice.set("delta", withoutText(choice));
            choice.put("finish_reason", "tool_calls");
            send(chunk);
            return;
        }
        String fault = reading.fault();
        if (fault == null && tools.required()) {
            fault = PromptedTools.NO_CALL;
        }
        if (fault != null && !watcher.onUnread(new PromptedTools.Correction(held.all(), fault))) {
            over = true;
            return;
        }
        say(chunk, choice, flows + held.rest());
        choice.set("delta", withoutText(choice));
        send(chunk);
    }

    /** What a last delta says beside text. */
    private static JsonNode withoutText(ObjectNode choice) {
        ObjectNode delta =
                choice.path("delta").isObject() ? choice.path("delta").deepCopy() : Json.object();
        delta.remove("content");
        return delta;
    }

    /** Sends text in a chunk before the one in hand. */
    private void say(ObjectNode chunk, ObjectNode choice, String text) {
        if (!text.isEmpty()) {
            delta(chunk, choice, Json.object().put("content", text));
        }
    }

    /** Sends each call in two chunks: what it calls, then with which arguments. */
    private void call(ObjectNode chunk, ObjectNode choice, ArrayNode calls) {
        for (int i = 0; i < calls.size(); i++) {
            ObjectNode call = (ObjectNode) calls.path(i);
            ObjectNode function = (ObjectNode) call.path("function");
            String arguments = function.path("arguments").asText();
            function.put("arguments", "");
            ObjectNode begun = Json.object().put("index", i);
            begun.setAll(call);
            ObjectNode rest = Json.object().put("index", i);
            rest.putObject("function").put("arguments", arguments);
            for (ObjectNode each : new ObjectNode[] {begun, rest}) {
                ObjectNode delta = Json.object();
                delta.putArray("tool_calls").add(each);
                delta(chunk, choice, delta);
            }
        }
    }

    private void delta(ObjectNode chunk, ObjectNode choice, ObjectNode delta) {
        ObjectNode before = chunk.deepCopy();
        before.remove("usage");
        ObjectNode said = choice.deepCopy();
        said.set("delta", delta);
        said.putNull("finish_reason");
        before.putArray("choices").add(said);
        send(before);
    }

    private void send(ObjectNode chunk) {
        byte[] bytes = Json.write(chunk);
        downstream.onEvent("", bytes, 0, bytes.length);
    }
}
