package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How streams end once content has gone out: never with a clean-looking end that is none, always settled once. */
final class StreamEndingsTest {
    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL.a("timeout: { first_token: 20s, idle: 500ms }"));
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("a cut", Answers.eventsThenCut(Answers.TEXT), "stream_truncated", "upstream_5xx"),
                Arguments.of(
                        "an end without a finish", Answers.events(Answers.TEXT), "stream_truncated", "upstream_5xx"),
                Arguments.of("silence", Answers.eventsThenSilence(Answers.TEXT), "stream_stalled", "timeout"),
                Arguments.of(
                        "an error",
                        Answers.events(Answers.TEXT, "{\"error\":{\"message\":\"x\"}}"),
                        "stream_error",
                        "upstream_5xx"),
                Arguments.of(
                        "nonsense", Answers.events(Answers.TEXT, "{\"choices\":"), "stream_truncated", "upstream_5xx"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void aStreamThatBreaksEndsWithAnErrorEvent(String name, Answer answer, String code, String failureClass)
            throws Exception {
        router.a.then(answer);

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.status()).as(name).isEqualTo(200);
        assertThat(reply.body())
                .contains("Hello")
                .contains("\"type\":\"upstream_error\"")
                .contains("\"code\":\"" + code + "\"")
                .doesNotContain("[DONE]");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("truncated");
        assertThat(row.path("error_code").asText()).isEqualTo(code);
        assertThat(row.path("usage_source").asText()).isEqualTo("estimated");
        assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo(failureClass);
        assertThat(row.path("charged_usd").decimalValue()).isPositive().isLessThan(new java.math.BigDecimal("0.0002"));
        assertThat(router.b.calls()).isZero();
    }

    static Stream<Arguments> finished() {
        return Stream.of(
                Arguments.of("as it should", Answers.stream()),
                Arguments.of("without the end mark", Answers.events(Answers.TEXT, Answers.FINISH, Answers.USAGE)),
                Arguments.of("with a cut", Answers.eventsThenCut(Answers.TEXT, Answers.FINISH, Answers.USAGE)),
                Arguments.of("with silence", Answers.eventsThenSilence(Answers.TEXT, Answers.FINISH, Answers.USAGE)),
                Arguments.of(
                        "open after the end mark",
                        Answers.eventsThenSilence(Answers.TEXT, Answers.FINISH, Answers.USAGE, "[DONE]")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("finished")
    void afterAFinishTheEndIsClean(String name, Answer answer) throws Exception {
        router.a.then(answer);

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.whole()).as(name).isTrue();
        assertThat(reply.body())
                .endsWith("data: [DONE]\n\n")
                .doesNotContain("error")
                .doesNotContain("prompt_tokens");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("served");
        assertThat(row.path("usage_source").asText()).isEqualTo("provider");
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00002");
    }

    @Test
    void aStreamAnsweredWholeIsUnfoldedAndAWholeAnswerStreamedIsFolded() throws Exception {
        router.a.then(Answers.whole()).then(Answers.stream());

        Reply events = router.call(RunningRouter.STREAM);
        Reply whole = router.call(RunningRouter.BODY);

        assertThat(events.headers()).containsEntry("content-type", "text/event-stream");
        assertThat(events.body()).contains("Hello").endsWith("data: [DONE]\n\n");
        assertThat(whole.headers()).containsEntry("content-type", "application/json");
        assertThat(whole.body()).contains("\"content\":\"Hello\"");
        assertThat(router.settledRows(2))
                .allSatisfy(row ->
                        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00002"));
    }
}
