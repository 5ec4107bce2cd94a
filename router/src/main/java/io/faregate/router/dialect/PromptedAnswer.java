package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A whole answer of a model that was told its tools in words, with the calls in their place.
 *
 * @param body the chat completion; the one given where there is nothing to read
 * @param unread the answer whose call could not be read, when no other choice has one that could; null otherwise
 */
public record PromptedAnswer(byte[] body, PromptedTools.@Nullable Correction unread) {
    /** Reads an answer; {@code random} makes the ids of calls. */
    public static PromptedAnswer read(byte[] chat, PromptedTools tools, LongSupplier random) {
        JsonNode answer = Json.read(chat, 0, chat.length);
        PromptedTools.Correction unread = null;
        boolean called = false;
        for (JsonNode choice : answer.path("choices")) {
            JsonNode message = choice.path("message");
            if (!(message instanceof ObjectNode said)
                    || message.path("tool_calls").size() > 0) {
                called |= message.path("tool_calls").size() > 0;
                continue;
            }
            String text = text(message.path("content"));
            ToolReading reading = tools.read(text);
            if (!reading.calls().isEmpty()) {
                said.put("content", reading.content().isEmpty() ? null : reading.content());
                said.set("tool_calls", reading.toolCalls(random));
                ((ObjectNode) choice).put("finish_reason", "tool_calls");
                called = true;
            } else if (reading.fault() != null) {
                unread = new PromptedTools.Correction(text, reading.fault());
            } else if (tools.required()) {
                unread = new PromptedTools.Correction(text, PromptedTools.NO_CALL);
            }
        }
        return called ? new PromptedAnswer(Json.write(answer), null) : new PromptedAnswer(chat, unread);
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")));
        return text.toString();
    }
}
