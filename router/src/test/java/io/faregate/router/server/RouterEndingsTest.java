package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The router stops, changes its configuration or refuses, in the middle of things: settled once, nothing held. */
final class RouterEndingsTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    @Test
    void aRowCountsNoFurtherThanAnyModelGives() throws Exception {
        try (RunningRouter router =
                new RunningRouter(Settings.USUAL.budgets("daily_usd: 1").limits(""))) {
            router.call(RunningRouter.BODY.replace("100", "9223372036854775807"));

            assertThat(router.onlyRow().path("error_code").asText()).isEqualTo("daily_budget_exceeded");
            assertThat(router.onlyRow().path("asked_output_tokens").asLong()).isEqualTo(1_000_000_000_000_000L);
        }
    }

    @Test
    void aDrainWaitsForWhatIsInHandAndRefusesTheRest() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL);
                LoopbackClient inHand = router.client();
                LoopbackClient late = router.client()) {
            CountDownLatch busy = new CountDownLatch(1);
            router.a.then(Answers.wholeAfter(busy));
            inHand.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("the provider called", () -> router.a.calls() == 1);

            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(() -> router.server.drain(PATIENCE_NANOS, () -> {}));
            Await.until("draining", () -> router.server.shared().draining());
            Reply refused = late.post(RunningRouter.PATH, RunningRouter.BODY).read();
            busy.countDown();

            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("\"code\":\"draining\"");
            Reply answered = inHand.read();
            assertThat(answered.status()).isEqualTo(200);
            assertThat(answered.whole()).isTrue();
            drained.get(30, TimeUnit.SECONDS);
            assertThat(router.settledRows(2))
                    .extracting(row -> row.path("outcome").asText())
                    .containsExactly("refused", "served");
        }
    }

    @Test
    void aDrainWaitsForTheLastBytesOfAnAnswerWhoseRowIsLate() throws Exception {
        CountDownLatch appended = new CountDownLatch(1);
        try (RunningRouter router = new RunningRouter(Settings.USUAL, (line, handedOver) -> appended.countDown());
                LoopbackClient client = router.client()) {
            router.a.then(Answers.whole());
            client.post(RunningRouter.PATH, RunningRouter.BODY);
            assertThat(appended.await(30, TimeUnit.SECONDS)).isTrue();

            router.server.drain(PATIENCE_NANOS, () -> {});

            Reply reply = client.read();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).contains("Hello");
        }
    }

    @Test
    void whatOutlastsADrainIsBrokenOffAndSettled() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL);
                LoopbackClient streaming = router.client();
                LoopbackClient waiting = router.client()) {
            router.a.then(Answers.eventsThenSilence(Answers.TEXT)).then(Answers.silence());
            streaming.post(RunningRouter.PATH, RunningRouter.STREAM);
            streaming.readUntil("Hello");
            waiting.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("both called", () -> router.a.calls() == 2);

            router.server.drain(0, () -> {});

            assertThat(streaming.readUntil("[DONE]")).as("no clean end").isEmpty();
            assertThat(waiting.read().whole()).isFalse();
            assertThat(router.settledRows(2))
                    .extracting(row -> row.path("outcome").asText())
                    .containsOnly("canceled");
        }
    }

    @Test
    void aReloadInTheMiddleOfACallLetsItEndAsItBegan() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL);
                LoopbackClient client = router.client()) {
            CountDownLatch busy = new CountDownLatch(1);
            router.a.then(Answers.wholeAfter(busy)).then(Answers.whole());
            client.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("the provider called", () -> router.a.calls() == 1);

            router.reload(Settings.USUAL.r("annotate: false").budgets("daily_usd: 50"));
            busy.countDown();
            Reply before = client.read();
            Reply after = router.call(RunningRouter.BODY);

            assertThat(before.body()).contains("\"faregate\":");
            assertThat(after.status()).isEqualTo(200);
            assertThat(after.body()).doesNotContain("\"faregate\":");
            assertThat(after.headers()).containsEntry("x-faregate-budget-remaining-usd", "49.99996");
            assertThat(router.settledRows(2))
                    .allSatisfy(row ->
                            assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.00002"));
        }
    }

    @Test
    void aBudgetRefusalCallsNobody() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.budgets("per_request_usd: 0.0002"))) {
            Reply reply = router.call(RunningRouter.BODY);

            assertThat(reply.status()).isEqualTo(402);
            assertThat(reply.body()).contains("\"code\":\"request_budget_exceeded\"");
            assertThat(reply.headers()).containsEntry("x-should-retry", "false");
            JsonNode row = router.onlyRow();
            assertThat(row.path("outcome").asText()).isEqualTo("refused");
            assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0");
            assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0");
            assertThat(router.a.calls() + router.b.calls()).isZero();
        }
    }

    @Test
    void ourOwnFullQueueSkipsTheTargetWithoutABench() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL);
                LoopbackClient one = router.client();
                LoopbackClient two = router.client();
                LoopbackClient queued = router.client()) {
            CountDownLatch busy = new CountDownLatch(1);
            for (int i = 0; i < 3; i++) {
                router.a.then(Answers.wholeAfter(busy));
            }
            router.b.then(Answers.whole());
            one.post(RunningRouter.PATH, RunningRouter.BODY);
            two.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("all places taken", () -> router.a.calls() == 2);
            queued.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("the queue full", () -> router.gate("a").waiting() == 1);

            Reply passedOver = router.call(RunningRouter.BODY);
            busy.countDown();

            assertThat(passedOver.headers()).containsEntry("x-faregate-target", "b");
            for (LoopbackClient each : List.of(one, two, queued)) {
                assertThat(each.read().headers()).containsEntry("x-faregate-target", "a");
            }
            JsonNode row = router.settledRows(4).get(0);
            assertThat(row.path("skipped").path(0).path("reason").asText()).isEqualTo("queue_full");
        }
    }

    @Test
    void aConnectionThatTheProviderHadClosedIsReplacedOnceUnseen() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.a.then(Answers.whole()).then(Answers.hangUp()).then(Answers.whole());

            router.call(RunningRouter.BODY);
            Reply second = router.call(RunningRouter.BODY);

            assertThat(second.headers())
                    .containsEntry("x-faregate-target", "a")
                    .containsEntry("x-faregate-attempts", "1");
            assertThat(router.a.calls()).isEqualTo(3);
            router.settledRows(2);
        }
    }

    @Test
    void aRequestThatAKeptConnectionHadTakenBeforeItBrokeMayBeBilled() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.a.then(Answers.whole()).then(conversation -> router.a.close());
            router.b.then(Answers.whole());

            router.call(RunningRouter.BODY);
            Reply second = router.call(RunningRouter.BODY);

            assertThat(second.headers()).containsEntry("x-faregate-target", "b");
            JsonNode row = router.settledRows(2).get(1);
            assertThat(row.path("attempts").path(0).path("cost_usd").isNull()).isTrue();
            assertThat(row.path("charged_usd").asText()).isEqualTo("0.000221");
        }
    }

    @Test
    void aRoutesDeadlineEndsTheWaitForAPlace() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r("deadline: 300ms"));
                LoopbackClient one = router.client();
                LoopbackClient two = router.client()) {
            CountDownLatch busy = new CountDownLatch(1);
            router.a.then(Answers.wholeAfter(busy)).then(Answers.wholeAfter(busy));
            String withoutDeadline = RunningRouter.BODY.replace("\"r\"", "\"m-a\"");
            one.post(RunningRouter.PATH, withoutDeadline);
            two.post(RunningRouter.PATH, withoutDeadline);
            Await.until("all places taken", () -> router.a.calls() == 2);

            Reply outwaited = router.call(RunningRouter.BODY.replace("\"r\"", "\"alone\""));
            busy.countDown();

            assertThat(outwaited.status()).isEqualTo(429);
            assertThat(outwaited.body()).contains("\"code\":\"queue_full\"");
            assertThat(one.read().status()).isEqualTo(200);
            assertThat(two.read().status()).isEqualTo(200);
            router.settledRows(3);
        }
    }

    @Test
    void aRefusalOfTheBudgetUsesNothingOfOurLimits() throws Exception {
        Settings oneADay = Settings.USUAL.budgets("per_request_usd: 0.0003").limits("a: { rpd: 1 }");
        try (RunningRouter router = new RunningRouter(oneADay)) {
            router.a.then(Answers.whole());

            Reply refused = router.call(RunningRouter.BODY.replace("100", "1000"));
            Reply served = router.call(RunningRouter.BODY);

            assertThat(refused.status()).isEqualTo(402);
            assertThat(served.headers()).containsEntry("x-faregate-target", "a");
            router.settledRows(2);
        }
    }
}
