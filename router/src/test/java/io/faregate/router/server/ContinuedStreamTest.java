package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code on_stream_failure: continue}: one unbroken stream out of two providers, or an end that says it is none. */
final class ContinuedStreamTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REST = Answers.TEXT.replace("Hello", " world").replace("\"i\"", "\"other\"");
    private static final String REFUSAL = "the conversation must end with a user message";
    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL.r("on_stream_failure: continue"));
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    /** The data of all events but the end mark. */
    private static List<JsonNode> chunks(Reply reply) throws IOException {
        List<JsonNode> chunks = new ArrayList<>();
        for (String event : reply.body().split("\n\n")) {
            if (event.startsWith("data: {")) {
                chunks.add(JSON.readTree(event.substring("data: ".length())));
            }
        }
        return chunks;
    }

    private static String text(List<JsonNode> chunks) {
        StringBuilder text = new StringBuilder();
        chunks.forEach(chunk -> text.append(
                chunk.path("choices").path(0).path("delta").path("content").asText("")));
        return text.toString();
    }

    private static JsonNode lastMessage(String body) throws IOException {
        JsonNode messages = JSON.readTree(body).path("messages");
        return messages.path(messages.size() - 1);
    }

    private static void assertGivenUp(Reply reply, JsonNode row, String code) {
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
                .contains("\"code\":\"" + code + "\"")
                .doesNotContain("[DONE]")
                .doesNotContain("\"stop\"");
        assertThat(row.path("outcome").asText()).isEqualTo("truncated");
        assertThat(row.path("error_code").asText()).isEqualTo(code);
    }

    @Test
    void anotherTargetGoesOnFromWhereTheFirstBroke() throws Exception {
        router.a.then(Answers.eventsThenCut(Answers.TEXT));
        router.b.then(Answers.events(REST, Answers.FINISH, Answers.USAGE, "[DONE]"));

        Reply reply = router.call(RunningRouter.STREAM.replace(
                "\"stream\":true", "\"stream\":true,\"stream_options\":{\"include_usage\":true}"));

        List<JsonNode> chunks = chunks(reply);
        assertThat(text(chunks)).isEqualTo("Hello world");
        assertThat(chunks).extracting(chunk -> chunk.path("id").asText()).containsOnly("i");
        assertThat(chunks).extracting(chunk -> chunk.path("model").asText()).containsOnly("m-a");
        assertThat(reply.body())
                .containsOnlyOnce("[DONE]")
                .containsOnlyOnce("\"stop\"")
                .endsWith("data: [DONE]\n\n");
        JsonNode usage = chunks.get(chunks.size() - 1).path("usage");
        assertThat(usage.path("prompt_tokens").asLong()).as("of the first").isEqualTo(1);
        assertThat(usage.path("completion_tokens").asLong()).as("of both").isEqualTo(2 + 5);
        assertThat(reply.headers()).containsEntry("x-faregate-target", "a");

        JsonNode last = lastMessage(router.b.bodies().get(0));
        assertThat(last.path("role").asText()).isEqualTo("assistant");
        assertThat(last.path("content").asText()).isEqualTo("Hello");
        assertThat(JSON.readTree(router.b.bodies().get(0)).path("max_tokens").asLong())
                .isEqualTo(100 - 2);

        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("served");
        assertThat(row.path("target").asText()).isEqualTo("b");
        assertThat(row.path("input_tokens").asLong()).isEqualTo(1 + 10);
        assertThat(row.path("output_tokens").asLong()).isEqualTo(2 + 5);
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.000025");
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.000025");
        assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo("upstream_5xx");
        assertThat(row.path("attempts").path(0).path("cost_usd").decimalValue()).isEqualByComparingTo("0.000005");
        assertThat(row.path("attempts").path(1).path("result").asText()).isEqualTo("served");
    }

    @Test
    void aTargetThatRefusesATurnOfTheAssistantAtTheEndIsAskedToGoOnAndRemembered() throws Exception {
        try (RunningRouter fresh = new RunningRouter(Settings.USUAL.r("on_stream_failure: continue"))) {
            for (int i = 0; i < 2; i++) {
                fresh.a.then(Answers.eventsThenCut(Answers.TEXT));
            }
            fresh.b.then(Answers.error(400, "invalid_request_error", REFUSAL));
            for (int i = 0; i < 2; i++) {
                fresh.b.then(Answers.events(REST, Answers.FINISH, "[DONE]"));
            }

            Reply first = fresh.call(RunningRouter.STREAM);
            fresh.server.clearBench(fresh.target("a"));
            Reply second = fresh.call(RunningRouter.STREAM);

            assertThat(text(chunks(first))).isEqualTo("Hello world");
            assertThat(text(chunks(second))).isEqualTo("Hello world");
            List<String> asked = fresh.b.bodies();
            assertThat(asked).hasSize(3);
            assertThat(lastMessage(asked.get(0)).path("role").asText()).isEqualTo("assistant");
            assertThat(lastMessage(asked.get(1)).path("role").asText()).isEqualTo("user");
            assertThat(lastMessage(asked.get(1)).path("content").asText()).contains("Continue it exactly");
            assertThat(lastMessage(asked.get(2)).path("role").asText()).isEqualTo("user");
            assertThat(fresh.settledRows(2))
                    .allSatisfy(row -> assertThat(row.path("attempts").size()).isEqualTo(2));
        }
    }

    @Test
    void whenNobodyCanGoOnTheClientIsToldHowTheFirstBroke() throws Exception {
        try (RunningRouter fresh = new RunningRouter(Settings.USUAL.r("on_stream_failure: continue"))) {
            fresh.a.then(Answers.events(Answers.TEXT, "{\"error\":{\"message\":\"x\"}}"));
            fresh.b.then(Answers.error(400, "x", REFUSAL)).then(Answers.error(400, "x", REFUSAL));

            assertGivenUp(fresh.call(RunningRouter.STREAM), fresh.onlyRow(), "stream_error");
            assertThat(fresh.b.calls()).isEqualTo(2);
        }
    }

    @Test
    void whenTheNextOneBreaksTooBothAreBilled() throws Exception {
        router.a.then(Answers.eventsThenCut(Answers.TEXT));
        router.b.then(Answers.eventsThenCut(REST));

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(text(chunks(reply))).isEqualTo("Hello world");
        assertThat(reply.body()).doesNotContain("[DONE]").contains("\"code\":\"stream_truncated\"");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("truncated");
        assertThat(row.path("attempts").size()).isEqualTo(2);
        assertThat(row.path("output_tokens").asLong()).isEqualTo(2 + 2);
    }

    @Test
    void whereOnlyReasoningHasComeTheNextOneBeginsAnew() throws Exception {
        router.a.then(Answers.eventsThenCut(Answers.TEXT.replace("\"content\"", "\"reasoning_content\"")));
        router.b.then(Answers.stream());

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(text(chunks(reply))).isEqualTo("Hello");
        assertThat(reply.body()).endsWith("data: [DONE]\n\n");
        assertThat(lastMessage(router.b.bodies().get(0)).path("role").asText()).isEqualTo("user");
        router.onlyRow();
    }

    @Test
    void aToolCallInFlightIsNotGoneOnWith() throws Exception {
        String call = Answers.TEXT.replace(
                "\"content\":\"Hello\"",
                "\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"p\"}}]");
        router.a.then(Answers.eventsThenCut(Answers.TEXT, call));

        assertGivenUp(router.call(RunningRouter.STREAM), router.onlyRow(), "stream_truncated");
        assertThat(router.b.calls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"n\":2", "\"logprobs\":true", "\"response_format\":{\"type\":\"json_object\"}"})
    void whatCannotBeJoinedIsNotGoneOnWith(String member) throws Exception {
        router.a.then(Answers.eventsThenCut(Answers.TEXT));

        Reply reply = router.call(RunningRouter.STREAM.replace("\"stream\":true", "\"stream\":true," + member));

        assertGivenUp(reply, router.onlyRow(), "stream_truncated");
        assertThat(router.b.calls()).isZero();
    }
}
