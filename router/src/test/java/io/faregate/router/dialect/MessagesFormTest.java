package io.faregate.router.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Provider;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.Chunk;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.SseScanner;
import io.faregate.router.wire.UsageReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MessagesFormTest {
    private static final ClientForm FORM = ClientForm.of(Surface.MESSAGES);

    private static String chat(String body) {
        return new String(
                FORM.chatRequest(body.getBytes(StandardCharsets.UTF_8)).body(), StandardCharsets.UTF_8);
    }

    private static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    private static ByteSlices slices(String text) {
        return new ByteSlices().add(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(String chat) {
        return new String(FORM.answer(slices(chat)).toByteArray(), StandardCharsets.UTF_8);
    }

    private static String text(byte[] frames) {
        return new String(frames, StandardCharsets.UTF_8);
    }

    @Test
    void putsARequestIntoTheFormOfChatCompletions() {
        String messages =
                "{\"model\":\"m\",\"max_tokens\":16,\"system\":[{\"type\":\"text\",\"text\":\"Be brief\",\"cache_control\":{\"type\":\"ephemeral\"}}],"
                        + "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"look\"},{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"aGk=\"}}]},"
                        + "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"},{\"type\":\"text\",\"text\":\"I call\"},{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{\"p\":1.50}}]},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_1\",\"content\":[{\"type\":\"text\",\"text\":\"9\"}]},{\"type\":\"text\",\"text\":\"go on\"}]},"
                        + "{\"role\":\"assistant\",\"content\":\"plain\"}],"
                        + "\"tools\":[{\"name\":\"f\",\"description\":\"finds\",\"input_schema\":{\"type\":\"object\"}},{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}],"
                        + "\"tool_choice\":{\"type\":\"any\",\"disable_parallel_tool_use\":true},\"stop_sequences\":[\"END\"],\"temperature\":0.10,"
                        + "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":8000},\"metadata\":{\"user_id\":\"u\"},\"stream\":true}";
        assertThat(chat(messages))
                .isEqualTo(
                        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":[{\"type\":\"text\",\"text\":\"Be brief\",\"cache_control\":{\"type\":\"ephemeral\"}}]},"
                                + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"look\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,aGk=\"}}]},"
                                + "{\"role\":\"assistant\",\"content\":\"I call\",\"tool_calls\":[{\"id\":\"toolu_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"p\\\":1.50}\"}}],"
                                + "\"thinking_blocks\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s\"}]},"
                                + "{\"role\":\"tool\",\"tool_call_id\":\"toolu_1\",\"content\":\"9\"},{\"role\":\"user\",\"content\":\"go on\"},"
                                + "{\"role\":\"assistant\",\"content\":\"plain\"}],"
                                + "\"max_tokens\":16,\"temperature\":0.10,\"stream\":true,\"stop\":[\"END\"],"
                                + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\"finds\",\"parameters\":{\"type\":\"object\"}}}],"
                                + "\"tool_choice\":\"required\",\"parallel_tool_calls\":false,\"reasoning_effort\":\"medium\",\"user\":\"u\"}");
    }

    @Test
    void putsAnAnswerIntoTheClientsForm() {
        assertThat(
                        answer(
                                "{\"id\":\"c1\",\"object\":\"chat.completion\",\"model\":\"fast\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"ok\","
                                        + "\"reasoning_content\":\"hm\",\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":[1]}\"}},"
                                        + "{\"id\":\"t2\",\"function\":{\"name\":\"g\",\"arguments\":\"oops\"}}]},\"finish_reason\":\"tool_calls\"}],"
                                        + "\"usage\":{\"prompt_tokens\":60,\"completion_tokens\":5,\"prompt_tokens_details\":{\"cached_tokens\":30,\"cache_write_tokens\":20}},\"faregate\":{\"target\":\"a\"}}"))
                .isEqualTo(
                        "{\"id\":\"c1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"fast\",\"content\":[{\"type\":\"thinking\",\"signature\":\"\",\"thinking\":\"hm\"},"
                                + "{\"type\":\"text\",\"text\":\"ok\"},{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{\"a\":[1]}},"
                                + "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"g\",\"input\":{\"arguments\":\"oops\"}}],\"stop_reason\":\"tool_use\",\"stop_sequence\":null,"
                                + "\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":30,\"output_tokens\":5},\"faregate\":{\"target\":\"a\"}}");
    }

    @Test
    void writesTheEventsOfAStream() {
        ClientEventWriter writer = FORM.events();
        String head = "{\"id\":\"c1\",\"model\":\"fast\",\"choices\":[{\"index\":0,\"delta\":";
        StringBuilder seen = new StringBuilder();
        for (String chunk : List.of(
                head + "{\"role\":\"assistant\",\"content\":\"\"}}],\"faregate\":{\"target\":\"a\"}}",
                head + "{\"content\":\"Hel\"}}]}",
                head + "{\"content\":\"lo\"}}]}",
                head
                        + "{\"tool_calls\":[{\"index\":0,\"id\":\"t1\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}}]}",
                head
                        + "{\"tool_calls\":[{\"index\":1,\"id\":\"t2\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]}}]}",
                head + "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]}}]}",
                head + "{},\"finish_reason\":\"tool_calls\"}]}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}")) {
            seen.append(text(writer.chunk(slices(chunk), false)));
        }
        seen.append(text(writer.end()));
        assertThat(seen.toString()
                        .lines()
                        .filter(line -> line.startsWith("data: "))
                        .map(line -> line.substring(6)))
                .containsExactly(
                        "{\"type\":\"message_start\",\"message\":{\"id\":\"c1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"fast\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
                                + "\"usage\":{\"input_tokens\":0,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":0}},\"faregate\":{\"target\":\"a\"}}",
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Hel\"}}",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"lo\"}}",
                        "{\"type\":\"content_block_stop\",\"index\":0}",
                        "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}}",
                        "{\"type\":\"content_block_start\",\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"g\",\"input\":{}}}",
                        "{\"type\":\"content_block_delta\",\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}",
                        "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}",
                        "{\"type\":\"content_block_stop\",\"index\":1}",
                        "{\"type\":\"content_block_stop\",\"index\":2}",
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":5}}",
                        "{\"type\":\"message_stop\"}");
        assertThat(seen).contains("event: message_start\ndata: ").doesNotContain("[DONE]");
    }

    @Test
    void endsABrokenStreamWithAnErrorEvent() {
        assertThat(text(FORM.events().fail("it broke", "stream_truncated")))
                .isEqualTo(
                        "event: error\ndata: {\"type\":\"error\",\"error\":{\"message\":\"it broke\",\"type\":\"upstream_error\","
                                + "\"code\":\"stream_truncated\",\"param\":null,\"attempted\":[]}}\n\n");
    }

    private static final Dialect NATIVE = Dialect.of(
            new Provider("anthropic", URI.create("http://localhost"), "anthropic", List.of(), null),
            Surface.MESSAGES,
            false);

    @Test
    void passesAnAnswerOfTheSameFormOnByteForByte() {
        String body =
                "{\"type\":\"message\", \"id\":\"msg_1\",\"model\" : \"claude-x\",\"content\":[{\"type\":\"text\",\"text\":\"\\u00fc\",\"citations\":[1.50]}],"
                        + "\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":10,\"output_tokens\":5} }";
        byte[] chat = NATIVE.chatAnswer(body.getBytes(StandardCharsets.UTF_8), 1);
        String named =
                text(chat).replace("\"model\":\"claude-x\"", "\"model\":\"fast\",\"faregate\":{\"target\":\"a\"}");
        assertThat(named).contains("\"finish_reason\":\"stop\"").contains("\"prompt_tokens\":10");
        assertThat(answer(named))
                .isEqualTo(body.replace("claude-x", "fast").replace("5} }", "5} ,\"faregate\":{\"target\":\"a\"}}"));
    }

    @Test
    void passesEventsOfTheSameFormOnByteForByte() throws SseScanner.EventTooLong {
        String start = event(
                "message_start",
                "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\", \"model\":\"claude-x\",\"usage\":{\"input_tokens\":10,\"output_tokens\":1}}}");
        String rest = event(
                        "content_block_start",
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"server_tool_use\",\"x\":1.50}}")
                + event(
                        "content_block_delta",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"\\u00fc\"}}")
                + event(
                        "message_delta",
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":5}}")
                + event("message_stop", "{\"type\":\"message_stop\"}");
        ChunkScanner scanner = new ChunkScanner(new UsageReader(false));
        ClientEventWriter writer = FORM.events();
        List<Chunk.Kind> kinds = new ArrayList<>();
        StringBuilder seen = new StringBuilder();
        SseScanner.Listener relay = new SseScanner.Listener() {
            private boolean first = true;

            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                Chunk chunk = scanner.scan(name, bytes, offset, length);
                kinds.add(chunk.kind());
                if (chunk.kind() == Chunk.Kind.CHUNK) {
                    byte[] member = first ? "{\"target\":\"a\"}".getBytes(StandardCharsets.UTF_8) : null;
                    first = false;
                    byte[] model = "\"fast\"".getBytes(StandardCharsets.UTF_8);
                    seen.append(text(writer.chunk(chunk.rewritten(model, member, true), chunk.brokenLine())));
                }
            }

            @Override
            public void onComment() {
                seen.append("comment");
            }
        };
        byte[] stream = (start + event("ping", "{\"type\":\"ping\"}") + rest).getBytes(StandardCharsets.UTF_8);
        new SseScanner(1 << 20).feed(stream, 0, stream.length, NATIVE.chatEvents(relay, 1));
        seen.append(text(writer.end()));
        assertThat(seen.toString())
                .isEqualTo(start.replace("claude-x", "fast").replace("}}}\n", "}},\"faregate\":{\"target\":\"a\"}}\n")
                        + "comment" + rest);
        assertThat(kinds).endsWith(Chunk.Kind.CHUNK, Chunk.Kind.DONE);
        assertThat(scanner.usage()).isEqualTo(Usage.of(10, 5));
        assertThat(scanner.finished()).isTrue();
    }
}
