package io.faregate.router.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chat completions in their other form, for providers that answer a stream with a whole answer or the reverse.
 * Stateless; builds trees, since it is rare. The two forms are those of the OpenAI API reference, chat completion and
 * chunk objects.
 */
public final class Folding {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Folding() {}

    /** A whole answer as chunks: one with everything, one with the finish, one with the usage if there is one. */
    public static List<byte[]> toChunks(byte[] answer) throws IOException {
        JsonNode whole = MAPPER.readTree(answer);
        ObjectNode head = MAPPER.createObjectNode();
        for (String name : List.of("id", "created", "model", "system_fingerprint", "service_tier")) {
            if (whole.has(name)) {
                head.set(name, whole.get(name));
            }
        }
        head.put("object", "chat.completion.chunk");
        ObjectNode content = head.deepCopy();
        ObjectNode finish = head.deepCopy();
        ArrayNode said = content.putArray("choices");
        ArrayNode finished = finish.putArray("choices");
        for (JsonNode choice : whole.path("choices")) {
            said.addObject()
                    .<ObjectNode>set("index", choice.path("index"))
                    .<ObjectNode>set("delta", delta(choice.path("message")))
                    .putNull("finish_reason");
            ObjectNode last = finished.addObject();
            last.set("index", choice.path("index"));
            last.putObject("delta");
            last.set("finish_reason", choice.path("finish_reason"));
        }
        List<byte[]> chunks =
                new ArrayList<>(List.of(MAPPER.writeValueAsBytes(content), MAPPER.writeValueAsBytes(finish)));
        if (whole.path("usage").isObject()) {
            head.putArray("choices");
            head.set("usage", whole.get("usage"));
            chunks.add(MAPPER.writeValueAsBytes(head));
        }
        return chunks;
    }

    private static JsonNode delta(JsonNode message) {
        ObjectNode delta = message.isObject() ? message.deepCopy() : MAPPER.createObjectNode();
        int index = 0;
        for (JsonNode call : delta.path("tool_calls")) {
            if (call instanceof ObjectNode object && !object.has("index")) {
                object.put("index", index);
            }
            index++;
        }
        return delta;
    }

    /**
     * The chunks of a stream as one whole answer.
     *
     * @throws IOException if a chunk is no JSON, or the stream has not finished
     */
    public static byte[] toAnswer(List<byte[]> chunks) throws IOException {
        ObjectNode whole = MAPPER.createObjectNode();
        Map<Integer, Choice> choices = new TreeMap<>();
        for (byte[] chunk : chunks) {
            JsonNode each = MAPPER.readTree(chunk);
            for (Map.Entry<String, JsonNode> member : each.properties()) {
                boolean told = !member.getValue().isNull() && !member.getKey().equals("choices");
                if (told && (member.getKey().equals("usage") || !whole.has(member.getKey()))) {
                    whole.set(member.getKey(), member.getValue());
                }
            }
            for (JsonNode choice : each.path("choices")) {
                choices.computeIfAbsent(choice.path("index").asInt(0), Choice::new)
                        .add(choice);
            }
        }
        whole.put("object", "chat.completion");
        ArrayNode list = whole.putArray("choices");
        for (Choice choice : choices.values()) {
            list.add(choice.whole());
        }
        return MAPPER.writeValueAsString(whole).getBytes(StandardCharsets.UTF_8);
    }

    /** One choice as its deltas add up. */
    private static final class Choice {
        private final ObjectNode choice = MAPPER.createObjectNode();
        private final ObjectNode message = MAPPER.createObjectNode().put("role", "assistant");
        private final Map<String, StringBuilder> texts = new TreeMap<>();
        private final Map<Integer, ObjectNode> calls = new TreeMap<>();

        Choice(int index) {
            choice.put("index", index);
            choice.set("message", message);
            choice.putNull("finish_reason");
        }

        void add(JsonNode chunk) {
            for (Map.Entry<String, JsonNode> member : chunk.path("delta").properties()) {
                if (member.getKey().equals("tool_calls")) {
                    member.getValue().forEach(this::addCall);
                } else if (member.getKey().equals("role")) {
                    message.set("role", member.getValue());
                } else if (member.getValue().isTextual()) {
                    texts.computeIfAbsent(member.getKey(), name -> new StringBuilder())
                            .append(member.getValue().asText());
                } else if (!member.getValue().isNull()) {
                    message.set(member.getKey(), member.getValue());
                }
            }
            if (chunk.path("finish_reason").isTextual()) {
                choice.set("finish_reason", chunk.get("finish_reason"));
            }
        }

        private void addCall(JsonNode piece) {
            ObjectNode call = calls.computeIfAbsent(piece.path("index").asInt(calls.size()), index -> {
                ObjectNode fresh = MAPPER.createObjectNode();
                fresh.putObject("function").put("name", "").put("arguments", "");
                return fresh;
            });
            for (String name : List.of("id", "type")) {
                if (piece.path(name).isTextual()) {
                    call.set(name, piece.get(name));
                }
            }
            ObjectNode function = (ObjectNode) call.get("function");
            for (String name : List.of("name", "arguments")) {
                function.put(
                        name,
                        function.path(name).asText()
                                + piece.path("function").path(name).asText(""));
            }
        }

        ObjectNode whole() throws IOException {
            if (choice.path("finish_reason").isNull()) {
                throw new IOException("a stream without its finish");
            }
            message.set(
                    "content", message.path("content").isMissingNode() ? MAPPER.nullNode() : message.get("content"));
            texts.forEach((name, text) -> message.put(name, text.toString()));
            if (!calls.isEmpty()) {
                ArrayNode list = message.putArray("tool_calls");
                calls.values().forEach(list::add);
            }
            return choice;
        }
    }
}
