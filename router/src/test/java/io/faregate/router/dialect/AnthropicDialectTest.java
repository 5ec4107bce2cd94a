package io.faregate.router.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.Answer;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.SseScanner;
import io.faregate.router.wire.UsageReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnthropicDialectTest {
    private static final long NOW_SECONDS = 1_700_000_000L;
    private static final Provider PROVIDER =
            new Provider("anthropic", URI.create("http://localhost"), "anthropic", List.of(), null);
    private static final Dialect DIALECT = Dialect.of(PROVIDER, Surface.CHAT, false);

    private static Candidate claude(String model) {
        Target target = new Target("t", PROVIDER, 1, 1, Set.of(), 0, 0, 0, 0, 0, 1, 1, false);
        return new Candidate(
                target,
                new KeySlot("anthropic", "k"),
                model,
                null,
                Capability.ALL,
                Candidate.UNKNOWN,
                8192,
                false,
                Set.of(),
                false);
    }

    private static String sent(String body, String model) throws BadRequest {
        return new String(outgoing(body, model, false).body().toByteArray(), StandardCharsets.UTF_8);
    }

    private static Outgoing outgoing(String body, String model, boolean away) throws BadRequest {
        return DIALECT.outgoing(new Ask(OpenAiDialectTest.chat(body), claude(model), -1, Set.of(), away));
    }

    @Test
    void translatesAConversationWithToolsAndPictures() throws BadRequest {
        String chat = "{\"model\":\"m\",\"messages\":["
                + "{\"role\":\"system\",\"content\":\"Be brief\"},{\"role\":\"developer\",\"content\":[{\"type\":\"text\",\"text\":\"Be kind\",\"cache_control\":{\"type\":\"ephemeral\"}}]},"
                + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"what is \\u00fc\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,aGk=\"}},{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://x/y.png\"}}]},"
                + "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call|1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"p\\\":1.50}\"}},{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"not json\"}}]},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"call|1\",\"content\":\"9\"},{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":[{\"type\":\"text\",\"text\":\"8\"}]},"
                + "{\"role\":\"user\",\"content\":\"go on\"},{\"role\":\"user\",\"content\":\"please\"}],"
                + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\"finds\",\"parameters\":{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"number\",\"maximum\":1.0}}}}},{\"type\":\"function\",\"function\":{\"name\":\"g\"}}],"
                + "\"tool_choice\":\"required\",\"parallel_tool_calls\":false,\"stop\":[\"END\",\"\"],\"max_tokens\":16,\"temperature\":1.5,\"user\":\"u\",\"stream\":true,\"seed\":4,\"n\":1}";
        Outgoing outgoing = outgoing(chat, "claude-sonnet-4-5", false);
        assertThat(outgoing.path()).isEqualTo("/messages");
        assertThat(outgoing.changed()).containsExactly("temperature=1", "seed");
        assertThat(new String(outgoing.body().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo("{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":16,"
                        + "\"system\":[{\"type\":\"text\",\"text\":\"Be brief\"},{\"type\":\"text\",\"text\":\"Be kind\",\"cache_control\":{\"type\":\"ephemeral\"}}],"
                        + "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"what is \u00fc\"},"
                        + "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"aGk=\"}},"
                        + "{\"type\":\"image\",\"source\":{\"type\":\"url\",\"url\":\"https://x/y.png\"}}]},"
                        + "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"call_1\",\"name\":\"f\",\"input\":{\"p\":1.50}},"
                        + "{\"type\":\"tool_use\",\"id\":\"c2\",\"name\":\"g\",\"input\":{\"arguments\":\"not json\"}}]},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"call_1\",\"content\":[{\"type\":\"text\",\"text\":\"9\"}]},"
                        + "{\"type\":\"tool_result\",\"tool_use_id\":\"c2\",\"content\":[{\"type\":\"text\",\"text\":\"8\"}]},"
                        + "{\"type\":\"text\",\"text\":\"go on\"},{\"type\":\"text\",\"text\":\"please\"}]}],"
                        + "\"tools\":[{\"name\":\"f\",\"description\":\"finds\",\"input_schema\":{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"number\",\"maximum\":1.0}}}},"
                        + "{\"name\":\"g\",\"input_schema\":{\"type\":\"object\"}}],"
                        + "\"tool_choice\":{\"type\":\"any\",\"disable_parallel_tool_use\":true},\"stop_sequences\":[\"END\"],"
                        + "\"temperature\":1,\"metadata\":{\"user_id\":\"u\"},\"stream\":true}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "claude-opus-4-1 | `\"reasoning_effort\":\"medium\",\"max_tokens\":20000` | `\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":8192}` | ``",
                "claude-opus-4-1 | `\"reasoning_effort\":\"high\",\"max_tokens\":2000` | `\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1999}` | ``",
                "claude-opus-4-1 | `\"reasoning_effort\":\"high\",\"max_tokens\":1000` | `` | reasoning_effort",
                "claude-opus-4-1 | `\"reasoning_effort\":\"none\",\"max_tokens\":1000` | `` | ``",
                "claude-opus-4-1 | `\"temperature\":0.5,\"top_p\":0.9,\"max_tokens\":9` | `\"temperature\":0.5` | top_p",
                "claude-sonnet-4-5 | `\"temperature\":0.5,\"top_p\":0.9,\"max_tokens\":9` | `\"temperature\":0.5,\"top_p\":0.9` | ``",
                "claude-opus-4-7 | `\"reasoning_effort\":\"high\",\"temperature\":0.5,\"max_tokens\":9` | `\"thinking\":{\"type\":\"adaptive\"},\"output_config\":{\"effort\":\"high\"}` | temperature",
                "claude-opus-5 | `\"reasoning_effort\":\"none\",\"max_tokens\":9` | `\"thinking\":{\"type\":\"disabled\"}` | ``",
                "claude-opus-5-5 | `\"reasoning_effort\":\"none\",\"max_tokens\":9` | `\"thinking\":{\"type\":\"adaptive\"},\"output_config\":{\"effort\":\"low\"}` | reasoning_effort=low",
                "claude-fable-5-1 | `\"reasoning_effort\":\"minimal\",\"max_tokens\":9` | `\"thinking\":{\"type\":\"adaptive\"},\"output_config\":{\"effort\":\"low\"}` | reasoning_effort=low"
            })
    void saysEffortAndSamplingAsTheModelTakesThem(String model, String members, String expected, String changed)
            throws BadRequest {
        Outgoing outgoing = outgoing(
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + members + "}", model, false);
        String body = new String(outgoing.body().toByteArray(), StandardCharsets.UTF_8);
        String tail = body.substring(body.indexOf("}]}]") + 4, body.length() - 1);
        assertThat(tail).isEqualTo(expected.isEmpty() ? "" : "," + expected);
        assertThat(String.join(" ", outgoing.changed())).isEqualTo(changed);
    }

    @Test
    void neverForcesToolsOnModelsThatRefuseThat() throws BadRequest {
        String chat =
                "{\"model\":\"m\",\"messages\":[],\"max_tokens\":5,\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\"}}],"
                        + "\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"f\"}}}";
        assertThat(sent(chat, "claude-opus-4-1")).contains("\"tool_choice\":{\"type\":\"tool\",\"name\":\"f\"}");
        Outgoing newer = outgoing(chat, "claude-sonnet-5-5", false);
        assertThat(new String(newer.body().toByteArray(), StandardCharsets.UTF_8))
                .contains("\"tool_choice\":{\"type\":\"auto\"}");
        assertThat(newer.changed()).containsExactly("tool_choice=auto");
    }

    @Test
    void setsTheMaximumThatTheApiDemands() throws BadRequest {
        String chat = "{\"model\":\"m\",\"messages\":[]}";
        assertThat(sent(chat, "claude-x")).startsWith("{\"model\":\"claude-x\",\"max_tokens\":8192,");
        Ask clamped = new Ask(OpenAiDialectTest.chat(chat), claude("claude-x"), 33, Set.of(), false);
        assertThat(new String(DIALECT.outgoing(clamped).body().toByteArray(), StandardCharsets.UTF_8))
                .startsWith("{\"model\":\"claude-x\",\"max_tokens\":33,");
    }

    @Test
    void sendsThinkingBackWithinTheProviderAndStripsItAway() throws BadRequest {
        String thinking = "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s==\"}";
        String chat =
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"},{\"role\":\"assistant\",\"thinking_blocks\":["
                        + thinking + "],\"content\":\"y\"}],\"max_tokens\":5}";
        assertThat(sent(chat, "claude-x")).contains(thinking);
        assertThat(new String(outgoing(chat, "claude-x", true).body().toByteArray(), StandardCharsets.UTF_8))
                .doesNotContain("hm")
                .contains("\"text\":\"y\"");
    }

    @Test
    void passesASchemaOnAndTellsThatJsonModeIsLost() throws BadRequest {
        String head = "{\"model\":\"m\",\"messages\":[],\"max_tokens\":5,\"response_format\":";
        assertThat(sent(
                        head
                                + "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"t\",\"schema\":{\"type\":\"object\"}}}}",
                        "claude-x"))
                .contains("\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":{\"type\":\"object\"}}}");
        assertThat(outgoing(head + "{\"type\":\"json_object\"}}", "claude-x", false)
                        .changed())
                .containsExactly("response_format");
    }

    @Test
    void translatesAnAnswerAndItsCounts() {
        String body =
                "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-x\",\"content\":["
                        + "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s==\"},{\"type\":\"text\",\"text\":\"Hel\"},{\"type\":\"text\",\"text\":\"lo\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{\"p\":1.50}}],\"stop_reason\":\"tool_use\",\"stop_sequence\":null,"
                        + "\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":30,\"output_tokens\":5,"
                        + "\"cache_creation\":{\"ephemeral_5m_input_tokens\":12,\"ephemeral_1h_input_tokens\":8},\"service_tier\":\"standard\"}}";
        byte[] chat = DIALECT.chatAnswer(body.getBytes(StandardCharsets.UTF_8), NOW_SECONDS);
        assertThat(new String(chat, StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"id\":\"msg_1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"claude-x\",\"choices\":[{\"index\":0,"
                                + "\"message\":{\"role\":\"assistant\",\"content\":\"Hello\",\"reasoning_content\":\"hm\",\"thinking_blocks\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s==\"}],"
                                + "\"tool_calls\":[{\"id\":\"toolu_1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"p\\\":1.50}\"}}]},\"finish_reason\":\"tool_calls\"}],"
                                + "\"usage\":{\"prompt_tokens\":60,\"completion_tokens\":5,\"total_tokens\":65,\"prompt_tokens_details\":{\"cached_tokens\":30,\"cache_write_tokens\":20},"
                                + "\"cache_creation\":{\"ephemeral_5m_input_tokens\":12,\"ephemeral_1h_input_tokens\":8}},\"service_tier\":\"default\"}");
        Answer answer = new AnswerScanner(new UsageReader(false)).scan(chat, Surface.CHAT);
        assertThat(answer.usage()).isEqualTo(new Usage(60, 30, 20, 8, 0, 0, 5, 0, 0, 0, "default", Usage.UNKNOWN));
    }

    @Test
    void leavesWhatIsNoMessageToTheClassifier() {
        byte[] error =
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}".getBytes(StandardCharsets.UTF_8);
        assertThat(DIALECT.chatAnswer(error, NOW_SECONDS)).isSameAs(error);
        byte[] page = "<html>".getBytes(StandardCharsets.UTF_8);
        assertThat(DIALECT.chatAnswer(page, NOW_SECONDS)).isSameAs(page);
    }

    private static String event(String type, String members) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + (members.isEmpty() ? "" : "," + members)
                + "}\n\n";
    }

    private static final String STREAM = String.join(
            "",
            event(
                    "message_start",
                    "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"model\":\"claude-x\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":3,\"output_tokens\":1}}"),
            event("content_block_start", "\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}"),
            event("ping", ""),
            event("content_block_delta", "\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"h\"}"),
            event("content_block_delta", "\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"m\"}"),
            event("content_block_delta", "\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"s==\"}"),
            event("content_block_stop", "\"index\":0"),
            event("content_block_start", "\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"),
            event("content_block_delta", "\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"H\u00fc\"}"),
            event("content_block_stop", "\"index\":1"),
            event(
                    "content_block_start",
                    "\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{}}"),
            event("content_block_delta", "\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}"),
            event(
                    "content_block_delta",
                    "\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"p\\\":\"}"),
            event(
                    "content_block_delta",
                    "\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"1}\"}"),
            event("content_block_stop", "\"index\":2"),
            event(
                    "content_block_start",
                    "\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"g\",\"input\":{}}"),
            event("content_block_stop", "\"index\":3"),
            event("message_delta", "\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":7}"),
            event("message_stop", ""));

    private static final String CHUNK =
            "{\"id\":\"msg_1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"claude-x\",\"choices\":[";

    private static String chunk(String delta, String finish) {
        return CHUNK + "{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}";
    }

    private static final List<String> CHUNKS = List.of(
            chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null"),
            "#",
            chunk("{\"reasoning_content\":\"h\"}", "null"),
            chunk("{\"reasoning_content\":\"m\"}", "null"),
            chunk("{\"thinking_blocks\":[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"s==\"}]}", "null"),
            chunk("{\"content\":\"H\u00fc\"}", "null"),
            chunk(
                    "{\"tool_calls\":[{\"index\":0,\"id\":\"toolu_1\",\"type\":\"function\",\"function\":{\"arguments\":\"\",\"name\":\"f\"}}]}",
                    "null"),
            chunk("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"p\\\":\"}}]}", "null"),
            chunk("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"1}\"}}]}", "null"),
            chunk(
                    "{\"tool_calls\":[{\"index\":1,\"id\":\"toolu_2\",\"type\":\"function\",\"function\":{\"arguments\":\"\",\"name\":\"g\"}}]}",
                    "null"),
            chunk("{\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{}\"}}]}", "null"),
            chunk("{}", "\"tool_calls\""),
            CHUNK
                    + "],\"usage\":{\"prompt_tokens\":13,\"completion_tokens\":7,\"total_tokens\":20,\"prompt_tokens_details\":{\"cached_tokens\":3,\"cache_write_tokens\":0}}}",
            "[DONE]");

    private static List<String> chunks(byte[]... pieces) throws SseScanner.EventTooLong {
        List<String> seen = new ArrayList<>();
        SseScanner.Listener events = DIALECT.chatEvents(collecting(seen), NOW_SECONDS);
        SseScanner scanner = new SseScanner(1 << 20);
        for (byte[] piece : pieces) {
            scanner.feed(piece, 0, piece.length, events);
        }
        return seen;
    }

    private static SseScanner.Listener collecting(List<String> seen) {
        return new SseScanner.Listener() {
            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                seen.add(name + new String(bytes, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void onComment() {
                seen.add("#");
            }
        };
    }

    @Test
    void translatesAStreamTornAnywhere() throws SseScanner.EventTooLong {
        byte[] stream = STREAM.getBytes(StandardCharsets.UTF_8);
        assertThat(chunks(stream)).isEqualTo(CHUNKS);
        for (int i = 0; i <= stream.length; i++) {
            assertThat(chunks(Arrays.copyOfRange(stream, 0, i), Arrays.copyOfRange(stream, i, stream.length)))
                    .as("torn at %d", i)
                    .isEqualTo(CHUNKS);
        }
    }

    @Test
    void makesChunksThatCountAsAnyOthers() throws SseScanner.EventTooLong {
        ChunkScanner scanner = new ChunkScanner(new UsageReader(false));
        for (String chunk : chunks(STREAM.getBytes(StandardCharsets.UTF_8))) {
            if (!chunk.equals("#")) {
                byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
                scanner.scan("", bytes, 0, bytes.length);
            }
        }
        assertThat(scanner.usage()).isEqualTo(new Usage(13, 3, 0, 0, 0, 0, 7, 0, 0, 0, null, Usage.UNKNOWN));
        assertThat(scanner.finished()).isTrue();
        assertThat(scanner.toolCall()).isTrue();
    }

    @Test
    void passesAnErrorOnUnderItsName() throws SseScanner.EventTooLong {
        String error = event("error", "\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}");
        assertThat(chunks(error.getBytes(StandardCharsets.UTF_8)))
                .containsExactly(
                        "error{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}");
    }
}
