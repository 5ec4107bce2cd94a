package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.catalog.Capability;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChatRequestScannerTest {
    private final ChatRequestScanner scanner = new ChatRequestScanner(42);

    private ChatRequest scan(String body) throws BadRequest {
        return scanner.scan(body.getBytes(StandardCharsets.UTF_8), Surface.CHAT, false);
    }

    private RouteRequest facts(String members) throws BadRequest {
        return scan("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + members + "}")
                .facts();
    }

    private RouteRequest facts(Surface surface, String body) throws BadRequest {
        return scanner.scan(body.getBytes(StandardCharsets.UTF_8), surface, false)
                .facts();
    }

    private long estimate(String messages) throws BadRequest {
        return scan("{\"model\":\"m\",\"messages\":" + messages + "}").facts().estimatedInputTokens();
    }

    @Test
    void readsTheFactsOfAPlainRequest() throws BadRequest {
        RouteRequest facts = scan("{ \"model\" : \"fast\", \"messages\":[{\"role\":\"user\",\"content\":\"hello\"}],"
                        + "\"max_tokens\":16}")
                .facts();
        assertThat(facts)
                .isEqualTo(
                        new RouteRequest(Surface.CHAT, "fast", false, false, 0, 2, 16, 1, false, Map.of(), "", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"model\":\"a\",\"messages\":[],\"model\":\"b\"}",
                "{\"model\":\"a\",\"messages\":[],\"m\\u006fdel\":\"b\"}",
                "{\"model\":\"a\",\"messages\":[{\"role\":\"user\",\"role\":\"user\"}]}",
                "{\"model\":\"a\",\"messages\":[],\"x\":{\"y\":[{\"z\":{\"k\":1,\"l\":2,\"k\":3}}]}}",
                "{\"model\":\"a\",\"messages\":[],\"x\":{\"\\ud800\":1,\"\\ud800\":2}}"
            })
    void refusesAKeySaidTwiceAtAnyLevel(String body) {
        assertThatThrownBy(() -> scan(body)).isInstanceOf(BadRequest.class).hasMessageContaining("is there twice");
    }

    @Test
    void allowsTheSameKeyInDifferentObjects() throws BadRequest {
        String body = "{\"model\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"x\",\"o\":{\"role\":1,"
                + "\"model\":2}},{\"role\":\"user\",\"content\":\"x\"}],"
                + "\"y\":{\"model\":1,\"\\ud800\":1,\"\\ud801\":2,\"?\":3}}";
        assertThat(scan(body).facts().model()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "42",
                "\"text\"",
                "[]",
                "{\"model\": \"fast\", \"messages\": [}",
                "{\"model\": 7, \"messages\": []}",
                "{\"messages\": []}",
                "{\"model\": \"fast\"}",
                "{\"model\": \"fast\", \"messages\": \"hi\"}",
                "{\"model\": \"fast\", \"messages\": []} trailing",
                "{\"model\": \"fast\", \"messages\": [],}",
                "{\"model\": \"fast\", \"messages\": [], \"stream\": 1}",
                "{\"model\": \"fast\", \"messages\": [], \"stream_options\": 1}",
                "{\"model\": \"fast\", \"messages\": [], \"n\": 0}",
                "{\"model\": \"fast\", \"messages\": [], \"n\": \"2\"}",
                "{\"model\": \"fast\", \"messages\": [\"a\nb\"]}",
                "{\"model\": \"fast\", \"messages\": [\"a\\xb\"]}",
                "{\"model\": \"fast\", \"messages\": [01]}",
                "{'model': 'fast'}"
            })
    void refusesWhatIsNoSoundRequest(String body) {
        assertThatThrownBy(() -> scan(body)).isInstanceOf(BadRequest.class);
    }

    @Test
    void refusesBytesThatAreNoUtf8() {
        String text = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"xx\"}]}";
        byte[][] broken = {
            {(byte) 0xFF, (byte) 0xFE}, {(byte) 0xC0, (byte) 0x80}, {(byte) 0xC3, 'x'}, {'x', (byte) 0x80}
        };
        for (byte[] pair : broken) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(pair, 0, body, text.indexOf("xx"), 2);
            assertThatThrownBy(() -> scanner.scan(body, Surface.CHAT, false))
                    .isInstanceOf(BadRequest.class)
                    .hasMessageContaining("no UTF-8 at byte");
        }
    }

    @Test
    void refusesAbsurdNestingAndReadsDeepNesting() throws BadRequest {
        String deep = "[".repeat(500) + "]".repeat(500);
        assertThat(facts(",\"x\":" + deep).model()).isEqualTo("m");
        String absurd = "[".repeat(100_000) + "]".repeat(100_000);
        assertThatThrownBy(() -> facts(",\"x\":" + absurd)).hasMessageContaining("nested deeper than 512");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "\"512\"", "true", "1e2", "[]"})
    void refusesAMaximumThatIsNone(String maximum) {
        assertThatThrownBy(() -> facts(",\"max_tokens\":" + maximum))
                .isInstanceOf(BadRequest.class)
                .hasMessageContaining("max_tokens must be a whole number of at least 1");
    }

    @Test
    void readsTheMaximum() throws BadRequest {
        assertThat(facts("").askedOutputTokens()).isEqualTo(RouteRequest.NOT_ASKED);
        assertThat(facts(",\"max_tokens\":null").askedOutputTokens()).isEqualTo(RouteRequest.NOT_ASKED);
        assertThat(facts(",\"max_tokens\":1,\"max_completion_tokens\":5000").askedOutputTokens())
                .isEqualTo(5000);
        assertThat(facts(",\"max_tokens\":9,\"max_completion_tokens\":null").askedOutputTokens())
                .isEqualTo(9);
        assertThat(facts(",\"max_tokens\":9223372036854775807").askedOutputTokens())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(facts(",\"max_tokens\":99999999999999999999999999").askedOutputTokens())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void countsCodePointsRoundedUpOnceAndPicturesAtOneThousand() throws BadRequest {
        assertThat(estimate("[{\"role\":\"user\",\"content\":\"" + "\uD83D\uDE42".repeat(4000) + "\"}]"))
                .isEqualTo(1000);
        assertThat(estimate("[{\"role\":\"user\",\"content\":\"hi\"}]")).isEqualTo(1);
        assertThat(estimate("[{\"role\":\"user\",\"content\":\"hello\"}]")).isEqualTo(2);
        assertThat(estimate("[{\"role\":\"user\",\"content\":\"\\ud83d\\ude42\\n\\u00e9\\ud83d\"}]"))
                .isEqualTo(1);
        assertThat(estimate("[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"},"
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,iVBORw0KGgo=\"}}]}]"))
                .isEqualTo(1001);
        assertThat(estimate("[{\"role\":\"a\",\"content\":\"abc\"},"
                        + "{\"role\":\"b\",\"content\":[{\"text\":\"de\"},{\"text\":\"f\"}]}]"))
                .isEqualTo(2);
    }

    @Test
    void countsToolDefinitionsCallsAndResults() throws BadRequest {
        String big = "a".repeat(40_000);
        ChatRequest request = scan("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"},"
                + "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
                + "\"function\":{\"name\":\"f\",\"arguments\":\"" + big + "\"}}]},"
                + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"" + big + "\"}],"
                + "\"tools\":[ {\"type\":\"function\", \"function\":{\"name\":\"f\",\"description\":\"" + big + "\","
                + "\"parameters\":{\"type\":\"object\",\"properties\":{}}}}]}");
        int definition = ("{\"type\":\"function\",\"function\":{\"name\":\"f\",\"description\":\"\","
                        + "\"parameters\":{\"type\":\"object\",\"properties\":{}}}}")
                .length();
        assertThat(request.facts().estimatedInputTokens()).isEqualTo((120_001 + definition + 3) / 4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`,\"tools\":[{\"type\":\"function\"}]` | TOOLS",
                "`,\"functions\":[{\"name\":\"f\"}]` | TOOLS",
                "`,\"response_format\":{\"type\":\"json_object\"}` | JSON_MODE",
                "`,\"response_format\":{\"json_schema\":{\"type\":\"text\"},\"type\":\"json_schema\"}` | STRUCTURED_OUTPUT",
                "`,\"reasoning_effort\":\"low\"` | REASONING",
                "`,\"reasoning\":{\"effort\":\"high\"}` | REASONING",
                "`,\"modalities\":[\"text\",\"audio\"]` | AUDIO",
                "`,\"tools\":[],\"tool_choice\":\"auto\",\"parallel_tool_calls\":false` | ``",
                "`,\"tools\":null` | ``",
                "`,\"response_format\":{\"type\":\"text\"}` | ``",
                "`,\"reasoning_effort\":\"none\"` | ``",
                "`,\"reasoning_effort\":null` | ``",
                "`,\"modalities\":[\"text\"]` | ``"
            })
    void knowsWhatARequestNeeds(String members, String need) throws BadRequest {
        List<String> expected =
                need.isEmpty() ? List.of() : List.of(Capability.valueOf(need).key());
        assertThat(Capability.keys(facts(members).needs())).isEqualTo(expected);
    }

    @Test
    void findsNeedsInTheHistory() throws BadRequest {
        String image = "{\"type\":\"image_url\",\"image_url\":{\"url\":\"http://x\"}}";
        assertThat(scan("{\"model\":\"m\",\"messages\":[{\"role\":\"tool\",\"content\":[" + image + "]}]}")
                        .facts()
                        .needs())
                .isEqualTo(Capability.TOOLS.bit() | Capability.VISION.bit());
        assertThat(scan("{\"model\":\"m\",\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"1\"}]},"
                                + "{\"role\":\"user\",\"content\":[{\"type\":\"input_audio\",\"input_audio\":{}}]}]}")
                        .facts()
                        .needs())
                .isEqualTo(Capability.TOOLS.bit() | Capability.AUDIO.bit());
    }

    @Test
    void gathersUserTextWhenAsked() throws BadRequest {
        byte[] body = ("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"no\"},"
                        + "{\"content\":[{\"type\":\"text\",\"text\":\"pl\\u0061in\"},{\"type\":\"text\",\"text\":\"b\"}],"
                        + "\"role\":\"user\"},"
                        + "{\"role\":\"assistant\",\"content\":\"no\"},{\"role\":\"user\",\"content\":\"c\"}]}")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(scanner.scan(body, Surface.CHAT, true).facts().userText()).isEqualTo("plain\nb\nc");
    }

    @Test
    void readsMetadataTierAndLogprobs() throws BadRequest {
        ChatRequest request =
                scan("{\"model\":\"m\",\"messages\":[],\"metadata\":{\"task_id\":\"t-1\",\"n\":3,\"o\":{\"a\":\"b\"}},"
                        + "\"service_tier\":\"flex\",\"logprobs\":true,\"reasoning_effort\":\"none\"}");
        assertThat(request.facts().metadata()).isEqualTo(Map.of("task_id", "t-1"));
        assertThat(request.facts().metadataTaskId()).isEqualTo("t-1");
        assertThat(request.serviceTier()).isEqualTo("flex");
        assertThat(request.facts().continuable()).isFalse();
        assertThat(request.facts().effortNone()).isTrue();
    }

    @Test
    void readsOtherSurfaces() throws BadRequest {
        assertThat(facts(Surface.EMBEDDINGS, "{\"model\":\"m\",\"input\":[\"hi\",\"there\"]}")
                        .estimatedInputTokens())
                .isEqualTo(2);
        assertThat(facts(Surface.COMPLETIONS, "{\"model\":\"m\",\"prompt\":[[1,2,3],[4]]}")
                        .estimatedInputTokens())
                .isEqualTo(4);
        RouteRequest responses = facts(
                Surface.RESPONSES,
                "{\"model\":\"m\",\"instructions\":\"abcd\",\"max_output_tokens\":7,\"input\":[{\"role\":\"user\","
                        + "\"content\":[{\"type\":\"input_text\",\"text\":\"abcd\"},"
                        + "{\"type\":\"input_image\",\"image_url\":\"x\"}]},"
                        + "{\"type\":\"function_call\",\"arguments\":\"abcd\"},"
                        + "{\"type\":\"function_call_output\",\"output\":\"abcd\"}],"
                        + "\"text\":{\"format\":{\"type\":\"json_schema\"}}}");
        assertThat(responses.estimatedInputTokens()).isEqualTo(1004);
        assertThat(responses.askedOutputTokens()).isEqualTo(7);
        assertThat(Capability.keys(responses.needs())).containsExactly("tools", "vision", "structured_output");
    }
}
