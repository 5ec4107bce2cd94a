package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream.Answer;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** The client leaves, in each phase of an exchange: nobody's failure, one row, nothing stays held. */
final class ClientEndingsTest extends WithRouter {
    private static void assertCanceled(JsonNode row, int status) {
        assertThat(row.path("outcome").asText()).isEqualTo("canceled");
        assertThat(row.path("status").asInt()).isEqualTo(status);
        assertThat(row.path("fallthrough").asBoolean()).isFalse();
    }

    private static BigDecimal charged(JsonNode row) {
        return row.path("charged_usd").decimalValue();
    }

    @Test
    void beforeItsBodyHasEnded() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say("POST " + RunningRouter.PATH + " HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{\"model\":");
            Await.until("the request begun", () -> router.server.shared().open() == 1);
        }

        JsonNode row = router.onlyRow();
        assertCanceled(row, 0);
        assertThat(charged(row)).isEqualByComparingTo("0");
        assertThat(row.path("attempts").size()).isZero();
    }

    @Test
    void whileItWaitsForAPlace() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        router.a.then(Answers.wholeAfter(busy)).then(Answers.wholeAfter(busy));
        try (LoopbackClient first = router.client();
                LoopbackClient second = router.client()) {
            first.post(RunningRouter.PATH, RunningRouter.BODY);
            second.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("all places taken", () -> router.a.calls() == 2);
            try (LoopbackClient waiting = router.client()) {
                waiting.post(RunningRouter.PATH, RunningRouter.BODY);
                Await.until("a third in the queue", () -> router.gate("a").waiting() == 1);
            }
            Await.until("the queue left", () -> router.gate("a").waiting() == 0);
            Await.until("its row", () -> router.rows.count() == 1);
            busy.countDown();

            assertThat(first.read().status()).isEqualTo(200);
            assertThat(second.read().status()).isEqualTo(200);
        }

        List<JsonNode> rows = router.settledRows(3);
        assertCanceled(rows.get(0), 0);
        assertThat(charged(rows.get(0))).isEqualByComparingTo("0");
        assertThat(rows.get(0).path("attempts").size()).isZero();
        assertThat(router.a.calls()).isEqualTo(2);
    }

    @Test
    void beforeTheHeadOfAPlainAnswer() throws Exception {
        JsonNode row = leavesAtOnce(RunningRouter.BODY, Answers.silence());

        assertCanceled(row, 0);
        assertThat(charged(row)).as("nobody knows what it cost").isEqualByComparingTo("0.000201");
        assertThat(row.path("cost_usd").isNull()).isFalse();
        assertThat(row.path("attempts").path(0).path("result").asText()).isEqualTo("canceled");
        assertThat(row.path("attempts").path(0).path("cost_usd").isNull()).isTrue();
    }

    @Test
    void beforeTheFirstEventOfAStream() throws Exception {
        JsonNode row = leavesAtOnce(RunningRouter.STREAM, Answers.eventsThenSilence());

        assertCanceled(row, 0);
        assertThat(row.path("attempts").path(0).path("result").asText()).isEqualTo("canceled");
    }

    private static JsonNode leavesAtOnce(String body, Answer answer) throws Exception {
        router.a.then(answer);
        try (LoopbackClient client = router.client()) {
            client.post(RunningRouter.PATH, body);
            Await.until("the provider called", () -> router.a.calls() == 1);
        }
        return router.onlyRow();
    }

    @Test
    void inTheMiddleOfAStream() throws Exception {
        router.a.then(Answers.eventsThenSilence(Answers.TEXT));
        try (LoopbackClient client = router.client()) {
            client.post(RunningRouter.PATH, RunningRouter.STREAM);
            assertThat(client.readUntil("Hello")).contains("200 OK");
        }

        JsonNode row = router.onlyRow();
        assertCanceled(row, 200);
        assertThat(row.path("usage_source").asText()).isEqualTo("estimated");
        assertThat(row.path("output_tokens").asLong()).isEqualTo(2);
        assertThat(charged(row)).isEqualByComparingTo("0.000005");
        assertThat(row.path("attempts").size()).isEqualTo(1);
        assertThat(row.path("attempts").path(0).path("result").asText()).isEqualTo("canceled");
    }

    @Test
    void whileItReadsTooSlowlyForTheProvider() throws Exception {
        AtomicLong sent = new AtomicLong();
        router.a.then(Answers.endless(sent));
        try (LoopbackClient client = router.client()) {
            client.post(RunningRouter.PATH, RunningRouter.STREAM);
            client.readUntil("content");
            Await.until("the provider slowed down", stands(sent));
            assertThat(sent.get()).isLessThan(64 << 20);
        }

        assertCanceled(router.onlyRow(), 200);
    }

    /** Tells whether nothing more has been sent over many looks. */
    private static BooleanSupplier stands(AtomicLong sent) {
        AtomicLong before = new AtomicLong();
        AtomicInteger looks = new AtomicInteger();
        return () -> {
            long now = sent.get();
            boolean same = now > 0 && before.getAndSet(now) == now;
            return (same ? looks.incrementAndGet() : looks.getAndSet(0)) > 100;
        };
    }

    @Test
    void itsLeavingBenchesNobody() throws Exception {
        leavesAtOnce(RunningRouter.BODY, Answers.silence());
        router.rows.clear();
        router.a.clear();
        router.a.then(Answers.whole());

        assertThat(router.call(RunningRouter.BODY).headers()).containsEntry("x-faregate-target", "a");
        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("served");
    }
}
