package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One test per row of the failure table, over the wire: who answers, what is said, what is written and given back. */
final class FailureEndingsTest {
    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL.a("timeout: { first_token: 1500ms, total: 1500ms }"));
        router.b.then(Answers.whole());
        router.a.then(Answers.error(404, "x", "warm-up"));
        router.call(RunningRouter.BODY);
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    static Stream<Arguments> movingOn() {
        return Stream.of(
                row("connection", Answers.reset(), 502, "upstream_unreachable", 0),
                row("connection", Answers.hangUp(), 502, "upstream_unreachable", 0),
                row("timeout", Answers.silence(), 504, "upstream_timeout", 0),
                row("timeout", Answers.error(504, "x", "late"), 504, "upstream_timeout", 504),
                row("timeout", Answers.error(408, "x", "late"), 504, "upstream_timeout", 408),
                row("rpm", Answers.error(429, "x", "Limit of requests per minute reached"), 429, "rate_limited", 429),
                row("rate_limited", Answers.error(429, "x", "slow down"), 429, "rate_limited", 429),
                row("queue_full", Answers.error(503, "x", "the model is overloaded"), 429, "queue_full", 503),
                row("queue_full", Answers.error(529, "x", "x"), 429, "queue_full", 529),
                row("quota_exhausted", Answers.error(402, "x", "x"), 429, "upstream_quota", 402),
                row("quota_exhausted", Answers.error(429, "insufficient_quota", "x"), 429, "upstream_quota", 429),
                row("upstream_5xx", Answers.error(500, "x", "x"), 502, "upstream_error", 500),
                row("upstream_5xx", Answers.status(200, "<html></html>"), 502, "upstream_error", 200),
                row("upstream_5xx", Answers.status(200, ""), 502, "upstream_error", 200),
                row("upstream_5xx", Answers.status(200, "{\"choices\":"), 502, "upstream_error", 200),
                row("upstream_5xx", Answers.status(200, "{\"choices\":[]}"), 502, "upstream_error", 200),
                row("auth", Answers.error(401, "x", "x"), 502, "upstream_auth", 401),
                row("auth", Answers.error(400, "invalid_api_key", "x"), 502, "upstream_auth", 400),
                row("model_missing", Answers.error(404, "model_not_found", "x"), 404, "model_not_found", 404),
                row(
                        "context_length",
                        Answers.error(400, "context_length_exceeded", "x"),
                        400,
                        "context_length_exceeded",
                        400));
    }

    /** A connection that an earlier test has used may be tried twice. */
    private static void twice(Answer answer) {
        router.a.then(answer).then(answer);
    }

    private static Arguments row(String failureClass, Answer answer, int status, String code, int received) {
        return Arguments.of(failureClass, answer, status, code, received);
    }

    @ParameterizedTest(name = "{0} {4}")
    @MethodSource("movingOn")
    void theNextTargetAnswers(String failureClass, Answer answer, int status, String code, int received)
            throws Exception {
        twice(answer);
        router.b.then(Answers.whole());

        Reply reply = router.call(RunningRouter.BODY);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers()).containsEntry("x-faregate-target", "b").containsEntry("x-faregate-attempts", "2");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("served");
        assertThat(row.path("fallthrough").asBoolean()).isTrue();
        assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo(failureClass);
        assertThat(row.path("attempts").path(0).path("status").asInt()).isEqualTo(received);
        assertThat(row.path("attempts").path(1).path("cost_usd").decimalValue()).isEqualByComparingTo("0.00002");
        assertThat(row.path("attempts").size()).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0} {4}")
    @MethodSource("movingOn")
    void theLastFailureIsTold(String failureClass, Answer answer, int status, String code, int received)
            throws Exception {
        twice(answer);

        Reply reply = router.call(RunningRouter.BODY.replace("\"r\"", "\"alone\""));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body()).contains("\"code\":\"" + code + "\"").doesNotContain("key-a");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("failed");
        assertThat(row.path("status").asInt()).isEqualTo(status);
        assertThat(row.path("error_code").asText()).isEqualTo(code);
        assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo(failureClass);
    }

    /** It may have been served, and billed: nobody knows what it has cost, and the budgets take the most. */
    @Test
    void aRequestThatWasSentAndLostHasAnUnknownCost() throws Exception {
        twice(Answers.reset());
        router.b.then(Answers.whole());

        router.call(RunningRouter.BODY);

        JsonNode row = router.onlyRow();
        JsonNode lost = row.path("attempts").path(0);
        assertThat(lost.path("cost_usd").isNull()).isTrue();
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.00002");
        assertThat(row.path("charged_usd").decimalValue()).isGreaterThan(new BigDecimal("0.00002"));
    }

    static Stream<Arguments> stopping() {
        return Stream.of(
                row("content_policy", Answers.error(400, "content_filter", "no"), 400, "content_filter", 400),
                row("bad_request", Answers.error(400, "odd", "bad"), 400, "odd", 400),
                row("bad_request", Answers.error(422, "odd", "bad"), 422, "odd", 422));
    }

    @ParameterizedTest(name = "{0} {4}")
    @MethodSource("stopping")
    void whatIsTheClientsToMendStops(String failureClass, Answer answer, int status, String code, int received)
            throws Exception {
        router.a.then(answer);

        Reply reply = router.call(RunningRouter.BODY);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body()).contains("\"code\":\"" + code + "\"");
        assertThat(reply.headers()).containsEntry("x-should-retry", "false");
        assertThat(router.b.calls()).isZero();
        JsonNode row = router.onlyRow();
        assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo(failureClass);
        assertThat(row.path("attempts").path(0).path("status").asInt()).isEqualTo(received);
    }

    static Stream<Arguments> breakingBeforeContent() {
        return Stream.of(
                Arguments.of("a cut before an event", Answers.eventsThenCut()),
                Arguments.of("an end before an event", Answers.events()),
                Arguments.of("nothing but the end mark", Answers.events("[DONE]")),
                Arguments.of("no choice", Answers.events("{\"choices\":[]}", "[DONE]")),
                Arguments.of("an error as the first event", Answers.events("{\"error\":{\"message\":\"x\"}}")),
                Arguments.of("an event that is none", Answers.events("{\"choices\":")),
                Arguments.of("silence", Answers.eventsThenSilence()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breakingBeforeContent")
    void aStreamThatBreaksBeforeContentMovesOn(String name, Answer answer) throws Exception {
        router.a.then(answer);
        router.b.then(Answers.stream());

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.status()).as(name).isEqualTo(200);
        assertThat(reply.whole()).isTrue();
        assertThat(reply.body()).endsWith("data: [DONE]\n\n").doesNotContain("\"error\"");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("served");
        assertThat(row.path("target").asText()).isEqualTo("b");
    }
}
