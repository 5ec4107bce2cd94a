package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.server.RunningRouter.Settings;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that do not mean well, or do not know better. */
final class HostileClientTest {
    private static final String POST = "POST " + RunningRouter.PATH + " HTTP/1.1\r\nhost: x\r\n";
    private static RunningRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new RunningRouter(Settings.USUAL.patience(400, 400));
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    @Test
    void aChunkedBodyBeyondTheBoundIsRefusedAndTheConnectionEnds() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say(POST + "transfer-encoding: chunked\r\n\r\n");
            String piece = "c350\r\n" + "x".repeat(50_000) + "\r\n";
            client.say(piece).say(piece).say(piece);

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.body()).contains("\"code\":\"body_too_large\"");
            client.awaitClosed();
        }
        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("refused");
    }

    @Test
    void anAnnouncedBodyBeyondTheBoundIsRefusedUnread() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say(POST + "content-length: 100001\r\n\r\n");

            assertThat(client.read().status()).isEqualTo(413);
            client.awaitClosed();
        }
        router.onlyRow();
    }

    @Test
    void aBodyThatTricklesIsNotWaitedFor() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say(POST + "content-length: 100\r\n\r\n{");

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(408);
            assertThat(reply.body()).contains("\"code\":\"request_timeout\"");
            client.awaitClosed();
        }
        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("refused");
    }

    @Test
    void aHeadThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say(POST + "x-slow: ");
            client.awaitClosed();
        }
        assertThat(router.rows.count()).isZero();
    }

    @Test
    void aConnectionWithARequestInHandIsNotIdle() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        router.a.then(Answers.wholeAfter(busy));
        try (LoopbackClient client = router.client();
                LoopbackClient idle = router.client()) {
            client.post(RunningRouter.PATH, RunningRouter.BODY);
            Await.until("the provider called", () -> router.a.calls() == 1);
            idle.awaitClosed();
            busy.countDown();

            assertThat(client.read().status()).isEqualTo(200);
        }
        router.onlyRow();
    }

    /** Where such a body ends nobody can tell; what follows must not be taken for a request of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"foo", "gzip, chunked", "identity", "xchunked"})
    void aTransferCodingThatIsNotUnderstoodIsRefusedAndTheConnectionEnds(String coding) throws Exception {
        String hidden = "0\r\n\r\nGET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
        for (String begin : new String[] {POST, "GET /readyz HTTP/1.1\r\nhost: x\r\n"}) {
            try (LoopbackClient client = router.client()) {
                client.say(begin + "transfer-encoding: " + coding + "\r\n\r\n" + hidden);

                Reply reply = client.read();

                assertThat(reply.status()).isEqualTo(501);
                assertThat(reply.body()).contains("\"code\":\"invalid_request\"");
                assertThat(client.readUntil("HTTP/1.1")).as("one answer alone").isEmpty();
            }
        }
        assertThat(router.onlyRow().path("outcome").asText()).isEqualTo("refused");
    }

    /** The connection must not break off under the answer, which waits for its row. */
    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n{}", "-1\r\n{}", "2\r\n{}{}\r\n0\r\n\r\n", "ffffffffffffffffff\r\n{}", "\r\n\r\n"})
    void aBodyThatIsNotInItsChunksIsRefusedAndTheConnectionEnds(String body) throws Exception {
        for (String path : new String[] {RunningRouter.PATH, "/v1/explain"}) {
            try (LoopbackClient client = router.client()) {
                client.say("POST " + path + " HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n" + body);

                Reply reply = client.read();

                assertThat(reply.status()).isEqualTo(400);
                assertThat(reply.body()).contains("\"code\":\"invalid_request\"", "not framed as chunks");
                client.awaitClosed();
            }
        }
        JsonNode row = router.onlyRow();
        assertThat(row.path("outcome").asText()).isEqualTo("refused");
        assertThat(row.path("error_code").asText()).isEqualTo("invalid_request");
    }

    @Test
    void whatFollowsACodingThatIsNotUnderstoodDoesNotBreakTheAnswerOff() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (LoopbackClient client = router.client()) {
                client.say(POST + "transfer-encoding: gzip, chunked\r\n\r\n" + "\u0001no chunk\r\n".repeat(100));

                assertThat(client.read().status()).isEqualTo(501);
            }
        }
        router.settledRows(20);
    }

    @Test
    void aNameOfAnyLengthIsNotRepeatedWhole() throws Exception {
        String name = "\ud83d\ude42".repeat(100);
        assertThat(router.call(RunningRouter.BODY.replace("\"r\"", '"' + name + '"'))
                        .body())
                .contains("serves the model '" + name + "'.");
        assertThat(router.call(RunningRouter.BODY.replace("\"r\"", '"' + name + "x".repeat(50_000) + '"'))
                        .body())
                .contains("serves the model '" + name + "\u2026'.");
        router.settledRows(2);
    }

    @Test
    void tooManyHeadersAreRefused() throws Exception {
        try (LoopbackClient client = router.client()) {
            client.say(POST + ("x-many: " + "v".repeat(1000) + "\r\n").repeat(70) + "\r\n");

            assertThat(client.read().status()).isEqualTo(431);
        }
        assertThat(router.rows.count()).isZero();
    }

    @Test
    void aClientMayWaitToBeToldToContinue() throws Exception {
        router.a.then(Answers.whole());
        try (LoopbackClient client = router.client()) {
            client.say(POST + "expect: 100-continue\r\ncontent-length: " + RunningRouter.BODY.length() + "\r\n\r\n");
            assertThat(client.readHead().status()).isEqualTo(100);

            assertThat(client.say(RunningRouter.BODY).read().status()).isEqualTo(200);
        }
        router.onlyRow();
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, /v1/chat/completions, 405",
        "HEAD, /livez, 200",
        "GET, /v1/chat/completions, 405",
        "GET, /v1/models/%zz, 404",
        "GET, /v1/models/r, 200",
        "GET, /nowhere, 404",
        "POST, /v1/models, 405"
    })
    void everyRequestIsAnswered(String method, String path, int status) throws Exception {
        try (LoopbackClient client = router.client()) {
            client.ask(method, path);

            assertThat((method.equals("HEAD") ? client.readHead() : client.read()).status())
                    .isEqualTo(status);
            // Nothing was left over: the next request on the connection is understood.
            assertThat(client.ask("GET", "/livez").read().body()).isEqualTo("ok\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"good-id_1.2:3, true", "bad id, false", "<script>, false", "'', false"})
    void onlyASafeRequestIdIsKept(String id, boolean kept) throws Exception {
        router.a.then(Answers.whole());
        try (LoopbackClient client = router.client()) {
            String told = client.post(RunningRouter.PATH, RunningRouter.BODY, "x-request-id: " + id)
                    .read()
                    .headers()
                    .getOrDefault("x-request-id", "");

            assertThat(told.equals(id)).isEqualTo(kept);
            assertThat(told).matches("[A-Za-z0-9._:-]{1,128}");
        }
        router.onlyRow();
    }
}
