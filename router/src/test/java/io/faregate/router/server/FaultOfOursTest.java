package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient.Reply;
import org.junit.jupiter.api.Test;

/**
 * A defect of the router in the middle of a request: the client is told, and what the request holds is given back. The
 * defect is a provider's address that no configuration lets through, so that calling it throws.
 */
final class FaultOfOursTest {
    private static final String UNCALLABLE = "nowhere:at-all";

    private static void assertFault(Reply reply, JsonNode row) {
        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.body()).contains("\"code\":\"internal_error\"").doesNotContain("Exception");
        assertThat(row.path("outcome").asText()).isEqualTo("failed");
        assertThat(row.path("status").asInt()).isEqualTo(500);
        assertThat(row.path("error_code").asText()).isEqualTo("internal_error");
    }

    @Test
    void inTheFirstCallIsToldAndSettled() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.moveProvider("a", UNCALLABLE);

            Reply reply = router.call(RunningRouter.BODY);
            Reply stream = router.call(RunningRouter.STREAM);

            for (JsonNode row : router.settledRows(2)) {
                assertFault(row.path("stream").asBoolean() ? stream : reply, row);
                assertThat(row.path("charged_usd").decimalValue())
                        .as("nothing was sent")
                        .isEqualByComparingTo("0");
            }
        }
    }

    @Test
    void inACallAfterAFailureIsToldAndSettled() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.a("timeout: { total: 200ms }"))) {
            router.moveProvider("b", UNCALLABLE);
            router.a.then(Answers.silence());

            Reply reply = router.call(RunningRouter.BODY);

            JsonNode row = router.onlyRow();
            assertFault(reply, row);
            assertThat(row.path("attempts").size()).isEqualTo(2);
            assertThat(row.path("attempts").path(0).path("class").asText()).isEqualTo("timeout");
            assertThat(row.path("charged_usd").decimalValue())
                    .as("the first alone")
                    .isEqualByComparingTo("0.000201");
        }
    }

    @Test
    void inACallThatGoesOnWithAStreamEndsItWithAnError() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r("on_stream_failure: continue"))) {
            router.moveProvider("b", UNCALLABLE);
            router.a.then(Answers.eventsThenCut(Answers.TEXT));

            Reply reply = router.call(RunningRouter.STREAM);

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body())
                    .contains("Hello")
                    .contains("\"code\":\"internal_error\"")
                    .doesNotContain("[DONE]");
            JsonNode row = router.onlyRow();
            assertThat(row.path("outcome").asText()).isEqualTo("truncated");
            assertThat(row.path("status").asInt()).isEqualTo(200);
            assertThat(row.path("attempts").size()).isEqualTo(2);
        }
    }

    @Test
    void inTheWriterOfRowsTakesNoAnswerAway() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL, (line, handedOver) -> {
            throw new IllegalStateException("a defect");
        })) {
            router.a.then(Answers.whole()).then(Answers.stream());

            Reply whole = router.call(RunningRouter.BODY);
            Reply stream = router.call(RunningRouter.STREAM);

            assertThat(whole.status()).isEqualTo(200);
            assertThat(whole.body()).contains("Hello");
            assertThat(stream.body()).endsWith("data: [DONE]\n\n");
            Await.until("no request open", () -> router.server.shared().open() == 0);
        }
    }
}
