package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.route.Surface;
import io.faregate.router.wire.ChatRequest.StreamUsage;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChatRequestSpliceTest {
    private static String splice(String body, long maxTokens, StreamUsage usage) throws BadRequest {
        ChatRequest request =
                new ChatRequestScanner(1).scan(body.getBytes(StandardCharsets.UTF_8), Surface.CHAT, false);
        ByteSlices spliced = request.splice("u", maxTokens, usage);
        byte[] bytes = spliced.toByteArray();
        assertThat(spliced.totalLength()).isEqualTo(bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void keepsEveryByteButTheModel() throws BadRequest {
        String body = """

                { "x_first" : [1, 2.50, 1E2 , {"b":null,"a":"\\u00e9\\/"}],
                 "messages":[{"role":"user","content":"h\u00fc\\ud83d","cache_control":{}}],
                 "mod\\u0065l" : "fast", "seed":18446744073709551615, "x_last":-0.0}
                """;
        assertThat(splice(body, ChatRequest.NO_MAXIMUM, StreamUsage.ASK)).isEqualTo(body.replace("\"fast\"", "\"u\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | `,\"stream_options\":{\"include_usage\":true}`",
                "`,\"stream_options\":null` | `,\"stream_options\":{\"include_usage\":true}`",
                "`,\"stream_options\":{}` | `,\"stream_options\":{\"include_usage\":true}`",
                "`,\"stream_options\":{ \"include_usage\" : false }` | `,\"stream_options\":{ \"include_usage\" : true }`",
                "`,\"stream_options\":{\"include_usage\":{\"a\":1},\"b\":2}` | `,\"stream_options\":{\"include_usage\":true,\"b\":2}`",
                "`,\"stream_options\":{\"include_obfuscation\":false}` | `,\"stream_options\":{\"include_usage\":true,\"include_obfuscation\":false}`",
                "`,\"stream_options\":{\"include_usage\":true,\"x\":1}` | `,\"stream_options\":{\"include_usage\":true,\"x\":1}`"
            })
    void asksForUsageInStreams(String given, String sent) throws BadRequest {
        String head = "{\"messages\":[],\"stream\":true,\"model\":";
        assertThat(splice(head + "\"m\"" + given + "}", ChatRequest.NO_MAXIMUM, StreamUsage.ASK))
                .isEqualTo(head + "\"u\"" + sent + "}");
    }

    @Test
    void doesNotAskForUsageOutsideStreams() throws BadRequest {
        assertThat(splice("{\"model\":\"m\",\"messages\":[]}", ChatRequest.NO_MAXIMUM, StreamUsage.ASK))
                .isEqualTo("{\"model\":\"u\",\"messages\":[]}");
    }

    @Test
    void leavesStreamOptionsOutForAProviderThatRefusesThem() throws BadRequest {
        String body = "{\"stream_options\":{\"include_usage\":true}, \"stream\":true,\"model\":\"m\",\"messages\":[]}";
        assertThat(splice(body, ChatRequest.NO_MAXIMUM, StreamUsage.LEAVE_OUT))
                .isEqualTo("{\"stream\":true,\"model\":\"u\",\"messages\":[]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | `,\"max_tokens\":3333`",
                "`,\"max_tokens\":null` | `,\"max_tokens\":3333`",
                "`,\"max_tokens\":9000,\"n\":1` | `,\"max_tokens\":3333,\"n\":1`",
                "`,\"max_completion_tokens\":null,\"n\":1` | `,\"max_completion_tokens\":3333,\"n\":1`"
            })
    void setsAMaximumUnderTheClientsName(String given, String sent) throws BadRequest {
        assertThat(splice("{\"model\":\"m\",\"messages\":[]" + given + "}", 3333, StreamUsage.ASK))
                .isEqualTo("{\"model\":\"u\",\"messages\":[]" + sent + "}");
    }

    @Test
    void leavesEmptyToolsAndWhatHangsOnThemOut() throws BadRequest {
        String body =
                "{\"tools\":[],\"model\":\"m\",\"tool_choice\":\"auto\",\"messages\":[],\"parallel_tool_calls\":false}";
        assertThat(splice(body, ChatRequest.NO_MAXIMUM, StreamUsage.ASK))
                .isEqualTo("{\"model\":\"u\",\"messages\":[]}");
    }

    @Test
    void editsMembersWithoutTouchingTheOthers() throws BadRequest {
        byte[] body = "{ \"model\":\"m\" , \"a\":1, \"b\":2 ,\"messages\":[] }".getBytes(StandardCharsets.UTF_8);
        ChatRequest request = new ChatRequestScanner(1).scan(body, Surface.CHAT, false);
        ObjectEdit edit = request.edit()
                .rename("a", "c")
                .drop("b")
                .drop("absent")
                .set("d", "[]")
                .set("d", "{}");
        assertThat(edit.has("b")).isFalse();
        assertThat(edit.value("a")).isEqualTo("1");
        assertThat(new String(edit.slices().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo("{ \"model\":\"m\" , \"c\":1 ,\"messages\":[],\"d\":{} }");
        ObjectEdit all = request.edit().drop("model").drop("a").drop("b").drop("messages");
        assertThat(new String(all.slices().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo("{ }");
        assertThat(new String(all.set("x", "1").slices().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo("{\"x\":1 }");
        assertThat(new String(request.edit().slices().toByteArray(), StandardCharsets.UTF_8))
                .isEqualTo(new String(body, StandardCharsets.UTF_8));
    }
}
