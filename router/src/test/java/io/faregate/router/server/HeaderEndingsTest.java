package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.Zipped;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What of heads and framings passes, in both directions: only what is meant for who gets it. */
final class HeaderEndingsTest extends WithRouter {
    private static final String[] SECRETS = {
        "authorization: Bearer router-secret",
        "x-api-key: CANARY1",
        "api-key: CANARY2",
        "x-goog-api-key: CANARY3",
        "cookie: s=CANARY4",
        "openai-organization: CANARY5",
        "x-custom-secret: CANARY6",
        "connection: x-custom-secret",
        "x-forwarded-for: CANARY7"
    };

    @Test
    void noCredentialOfTheClientReachesAnyProviderAndEachGetsItsOwnKey() throws Exception {
        router.a.then(Answers.error(500, "x", "x"));
        router.b.then(Answers.whole());
        try (LoopbackClient client = router.client()) {
            client.post(RunningRouter.PATH, RunningRouter.BODY, SECRETS);
            assertThat(client.read().status()).isEqualTo(200);
        }
        router.onlyRow();

        String toA = router.a.heads().get(0).toLowerCase(Locale.ROOT);
        String toB = router.b.heads().get(0).toLowerCase(Locale.ROOT);
        assertThat(toA).contains("authorization: bearer key-a\r\n");
        assertThat(toB).contains("authorization: bearer key-b\r\n");
        assertThat(toA + toB).doesNotContain("canary").doesNotContain("router-secret");
    }

    @Test
    void nothingOfAProvidersHeadReachesTheClient() throws Exception {
        router.a.then(Answers.status(
                200,
                Answers.WHOLE,
                "set-cookie: CANARY=1",
                "server: CANARY",
                "cf-ray: CANARY",
                "alt-svc: h3=\":443\"",
                "openai-organization: CANARY",
                "x-request-id: CANARY",
                "keep-alive: timeout=5"));

        Reply reply = router.call(RunningRouter.BODY);

        router.onlyRow();
        assertThat(reply.headers().toString()).doesNotContain("CANARY");
        assertThat(reply.headers()).doesNotContainKeys("set-cookie", "alt-svc", "keep-alive", "server");
    }

    @Test
    void aFailedAttemptsLimitsAreNotShownWithAnothersAnswer() throws Exception {
        router.a.then(Answers.error(429, "x", "slow down", "retry-after: 60", "x-ratelimit-remaining-requests: 0"));
        router.b.then(Answers.whole());

        Reply reply = router.call(RunningRouter.BODY);

        router.onlyRow();
        assertThat(reply.headers()).containsEntry("x-faregate-target", "b").doesNotContainKey("retry-after");
        assertThat(reply.headers().getOrDefault("x-ratelimit-remaining-requests", ""))
                .isNotEqualTo("0");
    }

    @Test
    void aRewrittenAnswerIsFramedAnewAndTheConnectionGoesOn() throws Exception {
        String accents = Answers.WHOLE.replace("Hello", "\u65e5\u672c\u8a9e \uD83D\uDE42");
        router.a.then(Answers.status(200, accents, "connection: close")).then(Answers.status(200, accents));
        try (LoopbackClient client = router.client()) {
            for (int i = 0; i < 2; i++) {
                Reply reply =
                        client.post(RunningRouter.PATH, RunningRouter.BODY).read();

                assertThat(reply.whole()).isTrue();
                assertThat(reply.headers())
                        .containsKey("content-length")
                        .doesNotContainKeys("transfer-encoding", "connection");
                assertThat(reply.body())
                        .contains("\u65e5\u672c\u8a9e \uD83D\uDE42")
                        .endsWith("}");
            }
        }
        router.settledRows(2);
    }

    @Test
    void aCompressedBodyIsUnderstoodAndOneThatBurstsIsRefused() throws Exception {
        router.a.then(Answers.whole());
        byte[] usual = Zipped.gzip(RunningRouter.BODY);
        byte[] bomb = Zipped.gzip(RunningRouter.BODY.replace("hi", "x".repeat(50_000_000)));
        assertThat(bomb.length).as("announced as a small one").isLessThan(100_000);

        assertThat(post(usual, "gzip").status()).isEqualTo(200);
        assertThat(router.a.bodies().get(0)).contains("\"content\":\"hi\"");
        assertThat(post(bomb, "gzip").status()).isEqualTo(413);
        assertThat(post(usual, "zstd").status()).isEqualTo(415);
        router.settledRows(3);
    }

    private static Reply post(byte[] body, String coding) throws IOException {
        try (LoopbackClient client = router.client()) {
            return client.say("POST " + RunningRouter.PATH + " HTTP/1.1\r\nhost: x\r\ncontent-encoding: " + coding
                            + "\r\ncontent-length: " + body.length + "\r\n\r\n")
                    .say(body)
                    .read();
        }
    }

    @Test
    void whatTheClientWroteGoesUpByteForByteButForTheModel() throws Exception {
        router.a.then(Answers.whole());
        String odd =
                "{\"model\":\"r\", \"max_tokens\" : 100,\"seed\":1.0,\"top_p\":1E-1,\"unknown\":{\"b\":[ ],\"a\":-0.0e-1},"
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"cut \\ud83d here \\u0041 \u2028\"}]}";

        assertThat(router.call(odd).body()).contains("Hello");

        assertThat(router.a.bodies().get(0)).isEqualTo(odd.replace("\"r\"", "\"m-a\""));
        router.onlyRow();
    }

    @Test
    void aNameInTheBodyForgesNoRow() throws Exception {
        String name = "x\\n{\\\"type\\\":\\\"call\\\",\\\"cost_usd\\\":0}\\u2028" + "y".repeat(20_000);

        Reply reply = router.call(RunningRouter.BODY.replace("\"r\"", "\"" + name + "\""));

        assertThat(reply.status()).isEqualTo(404);
        assertThat(router.onlyRow().path("requested_model").asText()).startsWith("x\n{\"type\"");
    }
}
