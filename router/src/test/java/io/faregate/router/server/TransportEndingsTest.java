package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Ways not to reach a provider, each told by its own words, and what time does and does not end. */
final class TransportEndingsTest {
    private static JsonNode whenAIsAt(String url) throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.moveProvider("a", url);
            router.b.then(Answers.whole());

            Reply reply = router.call(RunningRouter.BODY);

            assertThat(reply.headers()).containsEntry("x-faregate-target", "b");
            JsonNode row = router.onlyRow();
            assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00002");
            assertThat(row.path("attempts").path(0).path("cost_usd").decimalValue())
                    .isZero();
            return row.path("attempts").path(0);
        }
    }

    @Test
    void aNameThatNobodyKnows() throws Exception {
        JsonNode attempt = whenAIsAt("http://nowhere.invalid/v1");

        assertThat(attempt.path("class").asText()).isEqualTo("connection");
        assertThat(attempt.path("reason").asText()).isEqualTo("the host name is not known");
    }

    @Test
    void aPortThatIsClosed() throws Exception {
        int closed;
        try (java.net.ServerSocket once = new java.net.ServerSocket(0)) {
            closed = once.getLocalPort();
        }

        JsonNode attempt = whenAIsAt("http://127.0.0.1:" + closed + "/v1");

        assertThat(attempt.path("reason").asText()).isEqualTo("the connection was refused");
    }

    @Test
    void plainTextWhereTlsIsSpoken() throws Exception {
        try (RunningRouter plain = new RunningRouter(Settings.USUAL)) {
            JsonNode attempt = whenAIsAt("https://127.0.0.1:" + plain.port + "/v1");

            assertThat(attempt.path("class").asText()).isEqualTo("connection");
            assertThat(attempt.path("status").isNull()).isTrue();
        }
    }

    @Test
    void aStreamThatDeliversIsNotCutByTheBoundOfWholeAnswers() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.a("timeout: { total: 100ms }"))) {
            CountDownLatch later = new CountDownLatch(1);
            router.a.then(conversation -> {
                conversation.say("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n");
                conversation.say("data: " + Answers.TEXT + "\n\n");
                later.await();
                conversation.say("data: " + Answers.FINISH + "\n\ndata: [DONE]\n\n");
                conversation.close();
            });
            // Set after the router's own timer could be, and later: by then its bound has passed.
            router.server.vertx().setTimer(300, fired -> later.countDown());

            Reply reply = router.call(RunningRouter.STREAM);

            assertThat(reply.body()).endsWith("data: [DONE]\n\n");
            assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("served");
        }
    }

    @Test
    void aDeadlineOfTheRouteBenchesNobody() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r("deadline: 1s"))) {
            router.a.answering(body -> body.contains("late") ? Answers.silence() : Answers.whole());

            Reply late =
                    router.call(RunningRouter.BODY.replace("\"r\"", "\"alone\"").replace("hi", "late"));
            Reply next = router.call(RunningRouter.BODY.replace("\"r\"", "\"m-a\""));

            assertThat(late.status()).isEqualTo(504);
            assertThat(next.status()).isEqualTo(200);
            assertThat(router.settledRows(2)
                            .get(1)
                            .path("attempts")
                            .path(0)
                            .path("panic")
                            .asBoolean())
                    .isFalse();
            assertThat(router.settledRows(2)
                            .get(0)
                            .path("attempts")
                            .path(0)
                            .path("reason")
                            .asText())
                    .isEqualTo("the route's deadline");
        }
    }

    @Test
    void nobodyIsCalledAgainForAClientThatHasLeft() throws Exception {
        Settings patient = Settings.USUAL.a("retry: { attempts: 3, on_status_codes: [503], initial_backoff: 100ms }");
        try (RunningRouter router = new RunningRouter(patient)) {
            CountDownLatch left = new CountDownLatch(1);
            router.a.then(conversation -> {
                left.await();
                Answers.error(503, "x", "x").to(conversation);
            });
            try (LoopbackClient client = router.client()) {
                client.post(RunningRouter.PATH, RunningRouter.BODY);
                Await.until("called", () -> router.a.calls() == 1);
            }
            left.countDown();
            JsonNode row = router.onlyRow();
            CountDownLatch passed = new CountDownLatch(1);
            router.server.vertx().setTimer(300, fired -> passed.countDown());
            assertThat(passed.await(20, TimeUnit.SECONDS)).isTrue();

            assertThat(row.path("outcome").asText()).isEqualTo("canceled");
            assertThat(router.a.calls() + router.b.calls()).isEqualTo(1);
        }
    }
}
