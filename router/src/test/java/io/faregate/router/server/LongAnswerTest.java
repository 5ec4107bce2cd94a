package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.vertx.core.VertxOptions;
import java.math.BigDecimal;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Long answers are read on a worker: no event loop stands still for them, and every ending stays what it was. */
final class LongAnswerTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TEXT = "x".repeat(2 * PlainAnswer.LONG_BYTES);
    private static final String LONG = Answers.WHOLE.replace("Hello", TEXT);

    private static final int BLOCKS = 100_000;
    private static final String MESSAGE =
            "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"theirs\","
                    + "\"content\":[" + "{\"type\":\"text\",\"text\":\"Hi\"},".repeat(BLOCKS - 1)
                    + "{\"type\":\"text\",\"text\":\"Hi\"}],\"stop_reason\":\"end_turn\","
                    + "\"usage\":{\"input_tokens\":10,\"output_tokens\":5}}";
    private static final String COMPLETION =
            "{\"id\":\"i\",\"created\":7,\"model\":\"theirs\",\"choices\":[{\"index\":0,"
                    + "\"message\":{\"role\":\"assistant\",\"content\":["
                    + "{\"type\":\"text\",\"text\":\"Hi\"},".repeat(BLOCKS - 1)
                    + "{\"type\":\"text\",\"text\":\"Hi\"}]},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}";

    /** Every worker of a router does nothing until told to go on. */
    private static final class HeldWorkers {
        private final CountDownLatch gate = new CountDownLatch(1);

        HeldWorkers(RouterServer server) throws InterruptedException {
            CountDownLatch held = new CountDownLatch(VertxOptions.DEFAULT_WORKER_POOL_SIZE);
            for (int i = 0; i < VertxOptions.DEFAULT_WORKER_POOL_SIZE; i++) {
                server.vertx()
                        .executeBlocking(
                                () -> {
                                    held.countDown();
                                    gate.await();
                                    return true;
                                },
                                false)
                        .onFailure(interrupted -> {});
            }
            held.await();
        }

        void release() {
            gate.countDown();
        }
    }

    /** Waits until the router has a whole long answer in hand: one that comes after it has been answered. */
    private static void awaitInHand(RunningRouter router) throws Exception {
        Await.until("the answer sent", () -> router.a.bodies().size() == 1 && router.a.busy() == 0);
        router.a.then(Answers.whole());
        assertThat(router.call(RunningRouter.BODY).status())
                .as("others are answered meanwhile")
                .isEqualTo(200);
        Await.until("the row of the other", () -> router.rows.count() == 1);
        router.rows.clear();
    }

    private static long allocatedByLoopsFor(ProviderRouter router, String path, String request, String answer)
            throws Exception {
        router.upstream(0).then(Answers.status(200, answer));
        long before = LoopAllocations.bytes();
        try (LoopbackClient client = new LoopbackClient(router.port())) {
            Reply reply = client.post(path, request).read();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).contains("Hi").hasSizeGreaterThan(BLOCKS);
        }
        return LoopAllocations.bytes() - before;
    }

    @Test
    void aTreeOfALongAnswerIsBuiltOnNoEventLoop() throws Exception {
        String messages = "{\"model\":\"r\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (ProviderRouter anthropic = new ProviderRouter("anthropic");
                ProviderRouter openai = new ProviderRouter("openai")) {
            for (int i = 0; i < 2; i++) {
                assertThat(allocatedByLoopsFor(anthropic, RunningRouter.PATH, RunningRouter.BODY, MESSAGE))
                        .as("the provider's words into ours")
                        .isLessThan(3L * MESSAGE.length());
                assertThat(allocatedByLoopsFor(openai, "/v1/messages", messages, COMPLETION))
                        .as("ours into the client's")
                        .isLessThan(3L * COMPLETION.length());
            }
        }
    }

    @Test
    void goesOutAsAShortOneDoes() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r("annotate: true"))) {
            router.a.then(Answers.status(200, LONG));
            JsonNode answer = MAPPER.readTree(router.call(RunningRouter.BODY).body());

            assertThat(answer.path("model").asText()).isEqualTo("m-a");
            assertThat(answer.path("choices")
                            .path(0)
                            .path("message")
                            .path("content")
                            .asText())
                    .isEqualTo(TEXT);
            assertThat(answer.path("faregate")
                            .path("attempted")
                            .path(0)
                            .path("result")
                            .asText())
                    .isEqualTo("served");
            assertThat(router.onlyRow().path("cost_usd").decimalValue()).isEqualByComparingTo("0.00002");
        }
    }

    @Test
    void goesOutInTheClientsWordsWithWhatWasTried() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL.r("annotate: true"))) {
            router.a.then(Answers.error(500, "e", "broken"));
            router.b.then(Answers.status(200, LONG));
            try (LoopbackClient client = router.client()) {
                Reply reply = client.post("/v1/messages", RunningRouter.BODY).read();
                JsonNode answer = MAPPER.readTree(reply.body());

                assertThat(answer.path("content").path(0).path("text").asText()).isEqualTo(TEXT);
                JsonNode attempted = answer.path("faregate").path("attempted");
                assertThat(attempted.findValuesAsText("result")).containsExactly("failed", "served");
                assertThat(reply.headers()).containsEntry("x-faregate-cost-usd", "0.00002");
            }
        }
    }

    @Test
    void isTurnedIntoEventsForAClientThatWaitsForThem() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.a.then(Answers.status(200, LONG));

            assertThat(router.call(RunningRouter.STREAM).body()).contains(TEXT).endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void isLeftForTheNextTargetWhenItIsNone() throws Exception {
        for (String none : new String[] {
            "{\"error\":{\"code\":\"server_error\",\"message\":\"" + TEXT + "\"}}", LONG.substring(0, LONG.length() - 9)
        }) {
            try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
                router.a.then(Answers.status(200, none));
                router.b.then(Answers.whole());

                assertThat(router.call(RunningRouter.BODY).headers()).containsEntry("x-faregate-target", "b");
                assertThat(router.onlyRow()
                                .path("attempts")
                                .path(0)
                                .path("class")
                                .asText())
                        .isEqualTo("upstream_5xx");
            }
        }
    }

    @Test
    void isSettledOnceWhenTheClientLeavesMeanwhile() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL)) {
            router.a.then(Answers.status(200, LONG));
            HeldWorkers held = new HeldWorkers(router.server);
            try (LoopbackClient client = router.client()) {
                client.post(RunningRouter.PATH, RunningRouter.BODY);
                awaitInHand(router);
            }
            assertCanceled(router.onlyRow());
            held.release();
            router.a.then(Answers.status(200, LONG));
            assertThat(router.call(RunningRouter.BODY).status()).isEqualTo(200);
            assertThat(router.settledRows(2))
                    .extracting(row -> row.path("outcome").asText())
                    .containsExactly("canceled", "served");
            assertThat(router.server.shared().answerRoom().takenBytes()).isZero();
        }
    }

    @Test
    void isSettledOnceWhenTheRouterStopsMeanwhile() throws Exception {
        try (RunningRouter router = new RunningRouter(Settings.USUAL);
                LoopbackClient client = router.client()) {
            router.a.then(Answers.status(200, LONG));
            HeldWorkers held = new HeldWorkers(router.server);
            client.post(RunningRouter.PATH, RunningRouter.BODY);
            awaitInHand(router);
            Thread stop = new Thread(() -> router.server.drain(0, held::release));
            stop.start();

            assertThat(client.read().whole()).isFalse();
            assertCanceled(router.onlyRow());
            stop.join();
            assertThat(router.rows.count()).isEqualTo(1);
        }
    }

    private static void assertCanceled(JsonNode row) {
        assertThat(row.path("outcome").asText()).isEqualTo("canceled");
        assertThat(row.path("attempts").findValuesAsText("result")).containsExactly("canceled");
        assertThat(row.path("charged_usd").decimalValue())
                .as("the reservation: what it used has not been read")
                .isEqualByComparingTo(new BigDecimal("0.000201"));
    }
}
