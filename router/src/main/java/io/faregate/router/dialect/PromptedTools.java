package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Function tools for models without native calls: told to the model in words, its calls read from its text. The shape
 * of a call, a JSON object between {@code <tool_call>} tags, is the one Hermes and Qwen models are trained on.
 * Immutable.
 */
public final class PromptedTools {
    /** What rows and answers say was changed. */
    public static final String CHANGE = "tools=prompted";

    /** What is wrong with an answer of plain text where a call is required. */
    static final String NO_CALL = "it holds no call, and one is required";

    private final JsonNode chat;
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final boolean required;
    private final @Nullable String named;
    private final boolean single;

    /** A function that may be called. */
    record Tool(String name, String description, JsonNode schema) {}

    /**
     * An answer whose call could not be read, quoted when the model is asked again.
     *
     * @param text the answer as it came
     * @param fault what is wrong with it
     */
    public record Correction(String text, String fault) {}

    private PromptedTools(JsonNode chat) {
        this.chat = chat;
        JsonNode choice = chat.path("tool_choice");
        if (!choice.asText().equals("none")) {
            for (JsonNode tool : chat.path("tools")) {
                add(tool.path("function"));
            }
            chat.path("functions").forEach(this::add);
        }
        String name = choice.path("function").path("name").asText("");
        this.named = name.isEmpty() ? null : name;
        this.required = named != null || choice.asText().equals("required");
        this.single = chat.path("parallel_tool_calls").isBoolean()
                && !chat.path("parallel_tool_calls").asBoolean();
    }

    private void add(JsonNode function) {
        String name = function.path("name").asText("");
        if (!name.isEmpty()) {
            tools.put(name, new Tool(name, function.path("description").asText(""), function.path("parameters")));
        }
    }

    /** The tools of a chat completion request. */
    static PromptedTools of(ChatRequest chat) {
        return new PromptedTools(Json.read(chat.body(), 0, chat.body().length));
    }

    /**
     * The request without tools, and with words in their place.
     *
     * @param correction an answer to be corrected, or null
     */
    ChatRequest request(ChatRequestScanner scanner, @Nullable Correction correction) {
        byte[] body = Json.write(PromptedRequest.of(chat, this, correction));
        try {
            return scanner.scan(body, Surface.CHAT, false);
        } catch (BadRequest e) {
            throw new IllegalStateException("a request of ours that is none", e);
        }
    }

    /** What an answer says: text, calls, or a call that cannot be read. */
    ToolReading read(String text) {
        return tools.isEmpty() ? ToolReading.text(text) : ToolCallText.read(text, this);
    }

    Map<String, Tool> tools() {
        return tools;
    }

    /** Whether an answer without a call is none. */
    public boolean required() {
        return required && !tools.isEmpty();
    }

    /** The one function that has to be called, or null. */
    @Nullable
    String named() {
        return named;
    }

    /** Whether one call at most is wanted. */
    boolean single() {
        return single;
    }
}
