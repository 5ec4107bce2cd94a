package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tools at a target that is told of them in words, plain and streamed,
 * and what follows when its call is unreadable.
 */
final class PromptedToolsServedTest {
    private static final String TOOLS =
            ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":{\"type\":\"object\",\"required\":[\"q\"]}}}]";
    private static final String CALL =
            "<tool_call>{\\\"name\\\":\\\"look\\\",\\\"arguments\\\":{\\\"q\\\":1}}</tool_call>";
    private static final String BAD = "<tool_call>look it up</tool_call>";

    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL.a("capabilities: [prompted_tools]"));
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    private static String with(String body, String members) {
        return body.substring(0, body.length() - 1) + TOOLS + members + "}";
    }

    private static Answer says(String content) {
        return Answers.status(200, Answers.WHOLE.replace("Hello", content));
    }

    private static Answer streams(String... pieces) {
        Stream<String> said = Stream.of(pieces).map(piece -> Answers.TEXT.replace("Hello", piece));
        return Answers.events(Stream.concat(said, Stream.of(Answers.FINISH, Answers.USAGE, "[DONE]"))
                .toArray(String[]::new));
    }

    private static JsonNode json(String text) throws Exception {
        return JsonMapper.builder().build().readTree(text);
    }

    @Test
    void aCallInTheTextIsACallInTheAnswer() throws Exception {
        router.a.then(says("I look. " + CALL));

        Reply reply = router.call(with(RunningRouter.BODY, ""));

        assertThat(reply.headers())
                .containsEntry("x-faregate-tools", "prompted")
                .containsEntry("x-faregate-target", "a");
        JsonNode answer = json(reply.body());
        JsonNode choice = answer.path("choices").path(0);
        assertThat(choice.path("finish_reason").asText()).isEqualTo("tool_calls");
        assertThat(choice.path("message").path("content").asText()).isEqualTo("I look.");
        assertThat(choice.path("message")
                        .path("tool_calls")
                        .path(0)
                        .path("function")
                        .toString())
                .isEqualTo("{\"name\":\"look\",\"arguments\":\"{\\\"q\\\":1}\"}");
        assertThat(answer.path("faregate")
                        .path("attempted")
                        .path(0)
                        .path("changed")
                        .toString())
                .isEqualTo("[\"tools=prompted\"]");
        assertThat(json(router.a.bodies().get(0)).has("tools")).isFalse();
        JsonNode row = router.onlyRow();
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.00002");
        assertThat(row.path("attempts").path(0).path("changed").toString()).isEqualTo("[\"tools=prompted\"]");
    }

    @Test
    void inAStreamTextFlowsAndTheCallFollows() throws Exception {
        router.a.then(streams(
                "I look.",
                " <tool",
                "_call>{\\\"name\\\":\\\"look\\\",",
                "\\\"arguments\\\":{\\\"q\\\":1}}</tool_call>"));

        Reply reply = router.call(with(RunningRouter.STREAM, ""));

        assertThat(reply.headers()).containsEntry("x-faregate-tools", "prompted");
        assertThat(reply.body())
                .contains(
                        "\"content\":\"I look.\"",
                        "\"name\":\"look\",\"arguments\":\"\"",
                        "\"arguments\":\"{\\\"q\\\":1}\"")
                .contains("\"finish_reason\":\"tool_calls\"")
                .doesNotContain("tool_call>", "\"stop\"")
                .endsWith("data: [DONE]\n\n");
        assertThat(router.onlyRow().path("usage_source").asText()).isEqualTo("provider");
    }

    private static String post(String path, String body) throws Exception {
        try (LoopbackClient client = router.client()) {
            Reply reply = client.post(path, body).read();
            assertThat(reply.headers()).containsEntry("x-faregate-tools", "prompted");
            return reply.body();
        }
    }

    @Test
    void clientsOfOtherSurfacesGetTheirCallsToo() throws Exception {
        String messages = "{\"model\":\"r\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],"
                + "\"tools\":[{\"name\":\"look\",\"input_schema\":{\"type\":\"object\"}}]}";
        String responses =
                "{\"model\":\"r\",\"input\":\"hi\",\"tools\":[{\"type\":\"function\",\"name\":\"look\",\"parameters\":{\"type\":\"object\"}}]}";
        for (int i = 0; i < 2; i++) {
            router.a.then(says("I look. " + CALL)).then(streams("I look. ", CALL));
        }
        String streamed = "{\"stream\":true,";

        assertThat(post("/v1/messages", messages))
                .contains("\"type\":\"tool_use\"", "\"input\":{\"q\":1}", "\"stop_reason\":\"tool_use\"");
        assertThat(post("/v1/messages", streamed + messages.substring(1)))
                .contains("\"text\":\"I look.\"", "\"partial_json\":\"{\\\"q\\\":1}\"", "\"stop_reason\":\"tool_use\"")
                .contains("event: message_stop");
        assertThat(post("/v1/responses", responses))
                .contains("\"type\":\"function_call\"", "\"arguments\":\"{\\\"q\\\":1}\"");
        assertThat(post("/v1/responses", streamed + responses.substring(1)))
                .contains("response.function_call_arguments.done", "\"arguments\":\"{\\\"q\\\":1}\"")
                .contains("event: response.completed");
        router.settledRows(4);
    }

    @Test
    void anUnreadableCallIsAskedForOnceMoreAndBothAreBilled() throws Exception {
        router.a.then(says(BAD)).then(says(CALL));

        Reply reply = router.call(with(RunningRouter.BODY, ""));

        assertThat(json(reply.body())
                        .path("choices")
                        .path(0)
                        .path("finish_reason")
                        .asText())
                .isEqualTo("tool_calls");
        JsonNode again = json(router.a.bodies().get(1));
        assertThat(again.path("temperature").asInt(-1)).isZero();
        assertThat(again.path("messages").path(2).path("content").asText()).isEqualTo(BAD);
        assertThat(again.path("messages").path(3).path("content").asText()).contains("the block holds no JSON object");
        JsonNode row = router.onlyRow();
        assertThat(row.path("attempts").findValuesAsText("result")).containsExactly("failed", "served");
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.00004");
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00004");
    }

    @Test
    void anUnreadableCallOfAStreamTooWhileNothingHasGoneOut() throws Exception {
        router.a.then(streams(BAD)).then(streams(CALL));

        Reply reply = router.call(with(RunningRouter.STREAM, ""));

        assertThat(reply.body()).contains("\"finish_reason\":\"tool_calls\"").endsWith("data: [DONE]\n\n");
        assertThat(router.onlyRow().path("attempts").findValuesAsText("result")).containsExactly("failed", "served");
    }

    @Test
    void afterASecondUnreadableCallOthersAreAskedAndNobodyIsBenched() throws Exception {
        router.a.then(says(BAD)).then(says(BAD)).then(says("Hello"));
        router.b.then(Answers.whole());

        Reply reply = router.call(with(RunningRouter.BODY, ""));

        assertThat(reply.headers()).containsEntry("x-faregate-target", "b").doesNotContainKey("x-faregate-tools");
        assertThat(json(router.b.bodies().get(0)).has("tools")).isTrue();
        assertThat(router.call(RunningRouter.BODY).headers()).containsEntry("x-faregate-target", "a");
        router.settledRows(2);
    }

    @Test
    void whenNobodyIsLeftTheTextGoesOutUnlessACallIsRequired() throws Exception {
        String alone = with(RunningRouter.BODY, "").replace("\"r\"", "\"alone\"");
        router.a
                .then(says(BAD))
                .then(says(BAD))
                .then(says("I would rather talk."))
                .then(says(BAD));

        Reply text = router.call(alone);
        Reply required = router.call(alone.replace(TOOLS, TOOLS + ",\"tool_choice\":\"required\""));

        JsonNode choice = json(text.body()).path("choices").path(0);
        assertThat(choice.path("message").path("content").asText()).isEqualTo(BAD);
        assertThat(choice.path("finish_reason").asText()).isEqualTo("stop");
        assertThat(required.status()).isEqualTo(502);
        assertThat(required.body()).contains("the model's tool call could not be read");
        assertThat(router.settledRows(2)).hasSize(2);
    }

    @Test
    void textThatHasGoneOutIsFollowedByTheRestAsItIs() throws Exception {
        router.a.then(streams("I look: ", BAD));

        Reply reply = router.call(with(RunningRouter.STREAM, ""));

        assertThat(reply.body())
                .contains("\"content\":\"I look:\"", "\"content\":\" " + BAD + "\"", "\"finish_reason\":\"stop\"")
                .endsWith("data: [DONE]\n\n");
        assertThat(router.b.calls()).isZero();
        router.settledRows(1);
    }

    @Test
    void aProviderThatSaysItKnowsNoToolsIsToldOfThemInWordsFromThenOn() throws Exception {
        Answer refusal = Answers.status(
                400, "{\"error\":{\"message\":\"registry.ollama.ai/library/gemma does not support tools\"}}");
        router.b.then(refusal).then(says(CALL)).then(says(CALL));
        String atB = with(RunningRouter.BODY, "").replace("\"r\"", "\"m-b\"");

        List<Reply> replies = List.of(router.call(atB), router.call(atB));

        assertThat(replies)
                .allSatisfy(reply -> assertThat(reply.headers()).containsEntry("x-faregate-tools", "prompted"));
        assertThat(router.b.bodies()).hasSize(3);
        assertThat(json(router.b.bodies().get(0)).has("tools")).isTrue();
        assertThat(router.settledRows(2))
                .allSatisfy(row -> assertThat(row.path("attempts")).hasSize(1));
    }
}
