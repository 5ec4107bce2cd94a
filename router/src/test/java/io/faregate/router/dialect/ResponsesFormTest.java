package io.faregate.router.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Provider;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.Answer;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.SseScanner;
import io.faregate.router.wire.UsageReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResponsesFormTest {
    private static final ClientForm FORM = ClientForm.of(Surface.RESPONSES);

    private static Dialect dialect(String provider) {
        return Dialect.of(
                new Provider(provider, URI.create("http://localhost"), "openai", List.of(), null),
                Surface.RESPONSES,
                false);
    }

    private static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data + "\n\n";
    }

    private static ByteSlices slices(String text) {
        return new ByteSlices().add(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void putsARequestIntoTheFormOfChatCompletions() {
        String asked =
                "{\"model\":\"m\",\"instructions\":\"Be brief\",\"input\":[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"look\"},"
                        + "{\"type\":\"input_image\",\"image_url\":\"https://x/y.png\",\"detail\":\"low\"}]},{\"type\":\"reasoning\",\"summary\":[]},"
                        + "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":\"{}\"},{\"type\":\"function_call\",\"call_id\":\"c2\",\"name\":\"g\",\"arguments\":\"{}\"},"
                        + "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"9\"},{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"ok\"}]}],"
                        + "\"max_output_tokens\":16,\"temperature\":0.10,\"stream\":true,\"reasoning\":{\"effort\":\"low\"},"
                        + "\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"t\",\"strict\":true,\"schema\":{\"type\":\"object\"}}},"
                        + "\"tools\":[{\"type\":\"function\",\"name\":\"f\",\"parameters\":{\"type\":\"object\"},\"strict\":null},{\"type\":\"web_search\"}],\"tool_choice\":{\"type\":\"function\",\"name\":\"f\"}}";
        assertThat(text(FORM.chatRequest(asked.getBytes(StandardCharsets.UTF_8)).body()))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief\"},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"look\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://x/y.png\",\"detail\":\"low\"}}]},"
                        + "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
                        + "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"9\"},{\"role\":\"assistant\",\"content\":\"ok\"}],"
                        + "\"temperature\":0.10,\"stream\":true,\"max_completion_tokens\":16,\"reasoning_effort\":\"low\","
                        + "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"t\",\"strict\":true,\"schema\":{\"type\":\"object\"}}},"
                        + "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}],"
                        + "\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"f\"}}}");
        assertThat(text(FORM.chatRequest("{\"model\":\"m\",\"input\":\"hi\"}".getBytes(StandardCharsets.UTF_8))
                        .body()))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    @Test
    void putsAnAnswerIntoTheClientsForm() {
        String chat =
                "{\"id\":\"c1\",\"created\":7,\"model\":\"fast\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"ok\","
                        + "\"tool_calls\":[{\"id\":\"t1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}],"
                        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"prompt_tokens_details\":{\"cached_tokens\":3}},\"faregate\":{\"target\":\"a\"}}";
        assertThat(text(FORM.answer(slices(chat)).toByteArray()))
                .isEqualTo(
                        "{\"id\":\"resp_c1\",\"object\":\"response\",\"created_at\":7,\"status\":\"completed\",\"error\":null,\"incomplete_details\":null,\"model\":\"fast\","
                                + "\"output\":[{\"type\":\"message\",\"id\":\"msg_c1\",\"status\":\"completed\",\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"ok\",\"annotations\":[]}]},"
                                + "{\"type\":\"function_call\",\"id\":\"fc_t1\",\"call_id\":\"t1\",\"name\":\"f\",\"arguments\":\"{}\",\"status\":\"completed\"}],"
                                + "\"usage\":{\"input_tokens\":10,\"input_tokens_details\":{\"cached_tokens\":3},\"output_tokens\":5,\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":15},"
                                + "\"faregate\":{\"target\":\"a\"}}");
        String cut = chat.replace("\"finish_reason\":\"tool_calls\"", "\"finish_reason\":\"length\"");
        assertThat(text(FORM.answer(slices(cut)).toByteArray()))
                .contains("\"status\":\"incomplete\"")
                .contains("\"incomplete_details\":{\"reason\":\"max_output_tokens\"}");
    }

    @Test
    void writesTheEventsOfAStream() {
        ClientEventWriter writer = FORM.events();
        String head = "{\"id\":\"c1\",\"created\":7,\"model\":\"fast\",\"choices\":[{\"index\":0,\"delta\":";
        StringBuilder seen = new StringBuilder();
        for (String chunk : List.of(
                head + "{\"role\":\"assistant\"}}],\"faregate\":{\"target\":\"a\"}}",
                head + "{\"content\":\"Hel\"}}]}",
                head + "{\"content\":\"lo\"}}]}",
                head
                        + "{\"tool_calls\":[{\"index\":0,\"id\":\"t1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}}]}",
                head + "{},\"finish_reason\":\"tool_calls\"}]}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}")) {
            seen.append(text(writer.chunk(slices(chunk), false)));
        }
        seen.append(text(writer.end()));
        assertThat(seen.toString()
                        .lines()
                        .filter(line -> line.startsWith("event: "))
                        .map(line -> line.substring(7)))
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.delta",
                        "response.output_item.added",
                        "response.function_call_arguments.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.output_item.done",
                        "response.function_call_arguments.done",
                        "response.output_item.done",
                        "response.completed");
        assertThat(seen)
                .contains("\"sequence_number\":13,\"response\":{\"id\":\"resp_c1\"")
                .contains("\"faregate\":{\"target\":\"a\"}")
                .contains("\"text\":\"Hello\"")
                .contains("\"total_tokens\":15")
                .doesNotContain("[DONE]");
    }

    @Test
    void goesToProvidersThatSpeakItUntouched() {
        assertThat(dialect("openai").takesClientForm()).isTrue();
        assertThat(dialect("groq").takesClientForm()).isFalse();
        assertThat(dialect("own").takesClientForm()).isFalse();
    }

    @Test
    void passesAnAnswerOfTheSameFormOnByteForByte() {
        String body =
                "{\"id\":\"resp_1\", \"object\":\"response\",\"created_at\":1,\"status\":\"completed\",\"model\":\"gpt\",\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"ok\"}],\"x\":1.50}],"
                        + "\"usage\":{\"input_tokens\":10,\"output_tokens\":5,\"total_tokens\":15}}";
        byte[] chat = dialect("openai").chatAnswer(body.getBytes(StandardCharsets.UTF_8), 1);
        Answer answer = new AnswerScanner(new UsageReader(false)).scan(chat, Surface.CHAT);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.ANSWER);
        assertThat(answer.usage()).isEqualTo(Usage.of(10, 5));
        byte[] model = "\"fast\"".getBytes(StandardCharsets.UTF_8);
        assertThat(text(FORM.answer(answer.rewritten(model, null)).toByteArray()))
                .isEqualTo(body.replace("\"gpt\"", "\"fast\""));
        byte[] failed = body.replace("completed", "failed").getBytes(StandardCharsets.UTF_8);
        assertThat(dialect("openai").chatAnswer(failed, 1)).isSameAs(failed);
    }

    @Test
    void readsTheMeaningOfItsOwnStreams() throws SseScanner.EventTooLong {
        ChunkScanner scanner = new ChunkScanner(new UsageReader(false));
        List<String> kinds = new ArrayList<>();
        SseScanner.Listener relay = new SseScanner.Listener() {
            @Override
            public void onEvent(String name, byte[] bytes, int offset, int length) {
                kinds.add(scanner.scan(name, bytes, offset, length).kind().name());
            }

            @Override
            public void onComment() {
                kinds.add("#");
            }
        };
        String stream = event(
                        "response.created",
                        "{\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\",\"model\":\"gpt\"}}")
                + event("response.output_text.delta", "{\"type\":\"response.output_text.delta\",\"delta\":\"Hello\"}")
                + event(
                        "response.output_item.added",
                        "{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"function_call\",\"id\":\"fc_1\",\"name\":\"f\"}}")
                + event(
                        "response.function_call_arguments.delta",
                        "{\"type\":\"response.function_call_arguments.delta\",\"item_id\":\"fc_1\",\"delta\":\"{}\"}")
                + event("response.output_text.done", "{\"type\":\"response.output_text.done\",\"text\":\"Hello\"}")
                + event(
                        "response.completed",
                        "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"usage\":{\"input_tokens\":10,\"output_tokens\":5}}}");
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        new SseScanner(1 << 20).feed(bytes, 0, bytes.length, dialect("openai").chatEvents(relay, 1));
        assertThat(kinds).containsExactly("CHUNK", "CHUNK", "CHUNK", "CHUNK", "CHUNK", "CHUNK", "DONE");
        assertThat(scanner.usage()).isEqualTo(Usage.of(10, 5));
        assertThat(scanner.codePoints()).isEqualTo(7);
        assertThat(scanner.finished()).isTrue();
        assertThat(scanner.toolCall()).isTrue();
        byte[] failed = "data: {\"type\":\"response.failed\",\"response\":{\"error\":{\"code\":\"server_error\"}}}\n\n"
                .getBytes(StandardCharsets.UTF_8);
        new SseScanner(1 << 20).feed(failed, 0, failed.length, dialect("openai").chatEvents(relay, 1));
        assertThat(kinds).endsWith("ERROR");
    }
}
