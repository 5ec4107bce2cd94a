package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.cost.Usage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChunkScannerTest {
    private final ChunkScanner scanner = new ChunkScanner(new UsageReader(false));

    private static final String HEAD =
            "{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"up\",\"choices\":";

    private Chunk scan(String data) {
        byte[] bytes = ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
        return scanner.scan("", bytes, 6, bytes.length - 8);
    }

    private static String text(ByteSlices slices) {
        return new String(slices.toByteArray(), StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]` | false",
                "`[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}]` | false",
                "`[{\"index\":0,\"delta\":{}}]` | false",
                "`[]` | false",
                "`null` | false",
                "`[null]` | false",
                "`[{\"index\":0,\"delta\":null}]` | false",
                "`[{\"index\":0,\"delta\":{\"tool_calls\":[]}}]` | false",
                "`[{\"index\":0,\"delta\":{\"refusal\":\"\",\"reasoning\":\"\",\"content\":[]}}]` | false",
                "`[{\"index\":0,\"delta\":{\"content\":\"a\"}}]` | true",
                "`[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}]` | true",
                "`[{\"index\":0,\"delta\":{\"refusal\":\"I will not\"}}]` | true",
                "`[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm\"}}]` | true",
                "`[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}}]` | true",
                "`[{\"index\":0,\"delta\":{\"function_call\":{\"name\":\"f\"}}}]` | true",
                "`[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]` | true",
                "`[{\"index\":0,\"text\":\"a\",\"finish_reason\":null}]` | true",
                "`[{\"index\":0,\"text\":\"\"},{\"index\":1,\"text\":\"b\"}]` | true"
            })
    void knowsWhatCarriesSomething(String choices, boolean carries) {
        Chunk chunk = scan(HEAD + choices + "}");
        assertThat(chunk.kind()).isEqualTo(Chunk.Kind.CHUNK);
        assertThat(chunk.carriesSomething()).isEqualTo(carries);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"overloaded\",\"code\":529}}",
                "{\"error\":\"text\"}",
                "{\"error\":{\"code\":502},\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}]}",
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}",
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"insufficient_system_resource\"}]}",
                "{\"object\":\"error\",\"message\":\"x\",\"code\":400}",
                "{\"message\":\"x\",\"type\":\"too_many_requests_error\",\"code\":\"queue_exceeded\"}",
                "{\"detail\":\"x\"}",
                "{\"x_groq\":{\"error\":\"over capacity\"}}"
            })
    void knowsErrors(String data) {
        assertThat(scan(data).kind()).isEqualTo(Chunk.Kind.ERROR);
    }

    @Test
    void takesTheEventsNameForAnError() {
        assertThat(scanner.scan("error", utf8("boom"), 0, 4).kind()).isEqualTo(Chunk.Kind.ERROR);
        assertThat(scanner.scan("error", utf8("{}"), 0, 2).kind()).isEqualTo(Chunk.Kind.ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"error\":null", "{\"choices\":[{\"delta\":{\"content\":\"caf", "[]", "1", "ping", "{} {}"})
    void saysWhenItCannotRead(String data) {
        assertThat(scan(data).kind()).isEqualTo(Chunk.Kind.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[DONE]", " [DONE] ", "[DONE]\n"})
    void knowsTheEndMark(String data) {
        assertThat(scan(data).kind()).isEqualTo(Chunk.Kind.DONE);
    }

    @Test
    void doesNotMistakeWordsInsideStringsOrDeeperForMembers() {
        Chunk chunk = scan("{\"x\":{\"error\":{\"a\":1},\"usage\":{\"prompt_tokens\":1}},\"choices\":[{\"index\":0,"
                + "\"delta\":{\"content\":\"\\\"error\\\":{}, \\\"model\\\":\\\"no\\\" ]}\"},\"logprobs\":{\"content\":[{\"token\":\"x\"}]}}],"
                + "\"error\":null,\"model\":\"up\"}");
        assertThat(chunk.kind()).isEqualTo(Chunk.Kind.CHUNK);
        assertThat(chunk.usage()).isNull();
        assertThat(chunk.codePoints()).isEqualTo(27);
        assertThat(text(chunk.rewritten(utf8("\"m\""), null, true))).endsWith("\"error\":null,\"model\":\"m\"}");
    }

    @Test
    void tellsUsageChunksFromOthersWithoutChoices() {
        String usage = ",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}";
        for (String choices : new String[] {"\"choices\":[]", "\"choices\":null", "\"x\":1"}) {
            Chunk chunk = scan("{" + choices + usage);
            assertThat(chunk.usageOnly()).isTrue();
            assertThat(chunk.usage()).isEqualTo(Usage.of(10, 5));
        }
        assertThat(scan("{\"choices\":[],\"prompt_filter_results\":[{}]}").usageOnly())
                .isFalse();
        assertThat(scan("{\"choices\":[],\"usage\":null}").usageOnly()).isFalse();
        Chunk withText = scan("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]" + usage);
        assertThat(withText.usageOnly()).isFalse();
        assertThat(withText.usage()).isEqualTo(Usage.of(10, 5));
    }

    @Test
    void keepsTheLastUsageAndTheTierOfTheStream() {
        scan(
                "{\"service_tier\":\"flex\",\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}");
        scan("{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}");
        scan("{\"service_tier\":null,\"choices\":[],\"usage\":null}");
        scan("{\"choices\":[],\"usage\":{\"prompt_tokens\":-1,\"completion_tokens\":5}}");
        assertThat(scanner.usage()).isEqualTo(UsageReader.served(Usage.of(10, 5), "flex"));
    }

    @Test
    void readsUsageThatGroqTellsInItsOwnMember() {
        Chunk chunk = scan(
                "{\"model\":\"up\",\"x_groq\":{\"id\":\"r\",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}},\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
        assertThat(chunk.usage()).isEqualTo(Usage.of(3, 4));
        assertThat(text(chunk.rewritten(utf8("\"m\""), null, true)))
                .isEqualTo("{\"model\":\"m\",\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    }

    @Test
    void countsTextAndToolArgumentsForAnEstimate() {
        scan(
                HEAD
                        + "[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}}]}");
        for (int i = 0; i < 4; i++) {
            scan(HEAD + "[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\""
                    + "0123456789".repeat(10) + "\"}}]}}]}");
        }
        assertThat(scanner.codePoints()).isEqualTo(400);
        assertThat(scanner.toolCall()).isTrue();
        scan(HEAD + "[{\"delta\":{\"content\":\"\u00fc\uD83D\uDE42\\n\",\"reasoning\":\"ab\"}}]}");
        assertThat(scanner.codePoints()).isEqualTo(405);
        assertThat(scanner.finished()).isFalse();
        scan(HEAD + "[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
        assertThat(scanner.finished()).isTrue();
    }

    @Test
    void rewritesTheModelAddsTheMemberAndHidesUsage() {
        String data =
                " { \"usage\" : {\"prompt_tokens\":1,\"completion_tokens\":2}, \"model\":\"up\" ,\"choices\":[{\"delta\":{\"content\":\"\\u00fc\"}}], \"x\":1.0 }";
        Chunk chunk = scan(data);
        assertThat(text(chunk.rewritten(utf8("\"fast\""), utf8("{\"a\":1}"), false)))
                .isEqualTo(data.replace("\"up\"", "\"fast\"").replace("1.0 }", "1.0,\"faregate\":{\"a\":1} }"));
        assertThat(text(chunk.rewritten(utf8("\"fast\""), null, true)))
                .isEqualTo(" { \"model\":\"fast\" ,\"choices\":[{\"delta\":{\"content\":\"\\u00fc\"}}], \"x\":1.0 }");
        assertThat(text(chunk.asItCame())).isEqualTo(data);
    }

    @Test
    void addsNoModelWhereThereIsNone() {
        assertThat(text(scan("{\"choices\":[]}").rewritten(utf8("\"m\""), null, true)))
                .isEqualTo("{\"choices\":[]}");
        assertThat(text(scan("{}").rewritten(utf8("\"m\""), utf8("1"), true))).isEqualTo("{\"faregate\":1}");
    }

    @Test
    void framesSeveralLinesSoThatAClientCanReadThem() {
        Chunk chunk = scan("{\"choices\":[{\"index\":0,\n\"delta\":{\"content\":\"a\"}}]}");
        assertThat(chunk.brokenLine()).isTrue();
        byte[] frame = SseFrames.event(chunk.asItCame(), chunk.brokenLine());
        assertThat(new String(frame, StandardCharsets.UTF_8))
                .isEqualTo("data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"a\"}}]}\n\n");
        assertThat(scan("{\"choices\":[]}").brokenLine()).isFalse();
    }

    @Test
    void gathersTheContentForAContinuation() {
        StringBuilder content = new StringBuilder();
        scan(HEAD + "[{\"delta\":{\"content\":\"Hel\\u006co \"}}]}").appendContent(content);
        scan(HEAD + "[{\"delta\":{\"role\":\"assistant\"}}]}").appendContent(content);
        scan(HEAD + "[{\"delta\":{\"content\":\"w\u00f6r\"}}]}").appendContent(content);
        assertThat(content).hasToString("Hello w\u00f6r");
    }

    @Test
    void givesMembersAsTheyCame() {
        Chunk chunk = scan(HEAD + "[]}");
        assertThat(chunk.member("id")).isEqualTo(utf8("\"x\""));
        assertThat(chunk.member("created")).isEqualTo(utf8("1"));
        assertThat(chunk.member("absent")).isNull();
    }
}
