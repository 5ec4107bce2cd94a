package io.faregate.router.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.wire.SseScanner;
import java.nio.charset.StandardCharsets;

/**
 * Transcriptions: the form goes up with another model's name alone,
 * the provider's answers and events come back as they are.
 */
enum TranscriptDialect implements Dialect {
    INSTANCE;

    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    @Override
    public boolean takesClientForm() {
        return true;
    }

    @Override
    public Outgoing outgoing(Ask ask) {
        return OpenAiDialect.outgoing(ask);
    }

    @Override
    public byte[] chatAnswer(byte[] body, long nowSeconds) {
        return body;
    }

    @Override
    public SseScanner.Listener chatEvents(SseScanner.Listener listener, long nowSeconds) {
        return new NativeEvents(listener, Meaning::new);
    }

    /** What the events mean as chunks: text, then a finish with the usage. */
    private record Meaning(SseScanner.Listener chunks) implements SseScanner.Listener {
        @Override
        public void onComment() {
            chunks.onComment();
        }

        @Override
        public void onEvent(String name, byte[] bytes, int offset, int length) {
            JsonNode event = Json.read(bytes, offset, length);
            switch (event.path("type").asText("")) {
                case "transcript.text.delta" -> {
                    ObjectNode chunk = Json.object();
                    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
                    choice.putObject("delta").set("content", event.path("delta"));
                    send(chunk);
                }
                case "transcript.text.done" -> {
                    ObjectNode chunk = Json.object();
                    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
                    choice.putObject("delta");
                    choice.put("finish_reason", "stop");
                    if (event.path("usage").isObject()) {
                        chunk.set("usage", event.path("usage"));
                    }
                    send(chunk);
                    chunks.onEvent("", DONE, 0, DONE.length);
                }
                default -> {
                    if (event.has("error")) {
                        chunks.onEvent("error", bytes, offset, length);
                    }
                }
            }
        }

        private void send(ObjectNode chunk) {
            byte[] bytes = Json.write(chunk);
            chunks.onEvent("", bytes, 0, bytes.length);
        }
    }
}
