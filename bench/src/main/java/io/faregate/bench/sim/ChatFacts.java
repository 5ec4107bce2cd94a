package io.faregate.bench.sim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the provider needs to know of a request, read in one pass. Not thread-safe; one object a request. */
final class ChatFacts {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int CHARACTERS_PER_TOKEN = 4;
    /**
     * What of a message is billed: its text and the arguments of its tool calls, as routers estimate it, so that no call
     * here costs more than was reserved for it.
     */
    private static final Set<String> SAID = Set.of("content", "text", "arguments");

    String model = "";
    boolean stream;
    boolean includeUsage;
    int maxTokens = Integer.MAX_VALUE;
    int promptTokens;
    long bodyHash = 0xCBF29CE484222325L;

    /**
     * Reads a chat completion request.
     *
     * @throws IOException the body is not a JSON object
     */
    static ChatFacts read(byte[] body, boolean hash) throws IOException {
        ChatFacts facts = new ChatFacts();
        int characters = 0;
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("the body is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "model" -> facts.model = parser.getText();
                    case "stream" -> facts.stream = value == JsonToken.VALUE_TRUE;
                    case "max_tokens", "max_completion_tokens" -> {
                        if (value == JsonToken.VALUE_NUMBER_INT) {
                            facts.maxTokens = (int) Math.min(facts.maxTokens, parser.getLongValue());
                        }
                    }
                    case "messages" -> characters += characters(parser, SAID);
                    case "tools" -> characters += characters(parser, null);
                    case "stream_options" -> facts.readStreamOptions(parser);
                    default -> parser.skipChildren();
                }
            }
        }
        facts.promptTokens = (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
        if (hash) {
            for (byte b : body) {
                facts.bodyHash = (facts.bodyHash ^ (b & 0xFF)) * 0x100000001B3L;
            }
        }
        return facts;
    }

    /** Characters of the texts below the current value: all of them, or those of some members. */
    private static int characters(JsonParser parser, @Nullable Set<String> members) throws IOException {
        int sum = 0;
        int depth = 0;
        JsonToken token = parser.currentToken();
        while (true) {
            if (token == null) {
                throw new IOException("the body ends early");
            } else if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.VALUE_STRING && (members == null || members.contains(parser.currentName()))) {
                String text = parser.getText();
                sum += text.codePointCount(0, text.length());
            }
            if (depth == 0) {
                return sum;
            }
            token = parser.nextToken();
        }
    }

    private void readStreamOptions(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean usage = parser.currentName().equals("include_usage");
            JsonToken value = parser.nextToken();
            if (usage) {
                includeUsage = value == JsonToken.VALUE_TRUE;
            }
            parser.skipChildren();
        }
    }
}
