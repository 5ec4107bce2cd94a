package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code stream_commit: complete}: until a stream has finished, nothing of it is sent and every failure moves on. */
final class HeldStreamTest {
    private static final int LONG_TEXT = 64 << 10;
    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(
                Settings.USUAL.r("stream_commit: complete").a("timeout: { first_token: 20s, idle: 300ms }"));
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
        String call = Answers.TEXT.replace("\"content\":\"Hello\"", "\"tool_calls\":[{\"index\":0,\"id\":\"c\"}]");
        return Stream.of(
                Arguments.of("a cut", Answers.eventsThenCut(Answers.TEXT)),
                Arguments.of("an end", Answers.events(Answers.TEXT)),
                Arguments.of("silence", Answers.eventsThenSilence(Answers.TEXT)),
                Arguments.of("an error", Answers.events(Answers.TEXT, "{\"error\":{\"message\":\"x\"}}")),
                Arguments.of("a cut in a tool call", Answers.eventsThenCut(Answers.TEXT, call)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void aFailureInTheMiddleStartsAgainAtTheNextTarget(String name, Answer answer) throws Exception {
        router.a.then(answer);
        router.b.then(Answers.stream());

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.status()).as(name).isEqualTo(200);
        assertThat(reply.body())
                .containsOnlyOnce("\"Hello\"")
                .doesNotContain("tool_calls")
                .doesNotContain("\"error\":")
                .endsWith("data: [DONE]\n\n");
        assertThat(reply.headers()).containsEntry("x-faregate-target", "b").containsEntry("x-faregate-attempts", "2");
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("served");
        assertThat(row.path("charged_usd").decimalValue()).as("both").isEqualByComparingTo("0.000025");
    }

    @Test
    void theLastFailureKeepsItsStatus() throws Exception {
        router.a.then(Answers.eventsThenCut(Answers.TEXT));
        router.b.then(Answers.error(429, "x", "slow down"));

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.body()).contains("\"code\":\"rate_limited\"").doesNotContain("Hello");
        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("failed");
    }

    /** Some 3 MiB of text. */
    private static String[] longStream() {
        String text = Answers.TEXT.replace("Hello", "x".repeat(LONG_TEXT));
        return Collections.nCopies(48, text).toArray(String[]::new);
    }

    @Test
    void longOnesShareTheRoomForAnswersAndBenchNobodyWhenItIsFull() throws Exception {
        AnswerRoom room = router.server.shared().answerRoom();
        long all = Runtime.getRuntime().maxMemory() / 4;
        assertThat(room.take(all)).isTrue();
        router.a.then(Answers.eventsThenSilence(longStream()));
        router.b.then(Answers.stream());
        Reply full = router.call(RunningRouter.STREAM);
        room.give(all);
        JsonNode row = router.onlyRow();
        router.rows.clear();

        List<String> whole = new java.util.ArrayList<>(List.of(longStream()));
        whole.addAll(List.of(Answers.FINISH, "[DONE]"));
        router.a.then(Answers.events(whole.toArray(String[]::new)));
        Reply roomy = router.call(RunningRouter.STREAM);

        assertThat(full.headers()).containsEntry("x-faregate-target", "b");
        assertThat(row.path("attempts").path(0).path("reason").asText())
                .isEqualTo("the stream is longer than the router holds back");
        assertThat(roomy.headers()).as("not benched").containsEntry("x-faregate-target", "a");
        assertThat(roomy.body()).hasSizeGreaterThan(48 * LONG_TEXT).endsWith("data: [DONE]\n\n");
        router.onlyRow();
        assertThat(room.takenBytes()).isZero();
    }

    @Test
    void aClientThatLeavesGivesTheRoomBack() throws Exception {
        AnswerRoom room = router.server.shared().answerRoom();
        router.a.then(Answers.error(500, "x", "x"));
        router.b.then(Answers.eventsThenSilence(longStream()));
        try (LoopbackClient client = router.client()) {
            client.post(RunningRouter.PATH, RunningRouter.STREAM);
            Await.until("much held back", () -> room.takenBytes() > 0);
        }

        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("canceled");
        assertThat(room.takenBytes()).isZero();
    }
}
