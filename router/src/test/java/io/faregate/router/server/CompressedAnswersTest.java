package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import io.faregate.router.testing.Zipped;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Providers that compress what nobody asked them to compress, honestly or not. */
final class CompressedAnswersTest extends WithRouter {
    private static final String EVENTS =
            "data: " + Answers.TEXT + "\n\ndata: " + Answers.FINISH + "\n\ndata: [DONE]\n\n";

    private static final String SPEECH = "{\"model\":\"r\",\"input\":\"hi\",\"voice\":\"v\"}";

    private static Answer answer(String type, String coding, byte[] body) {
        return conversation -> {
            conversation.say("HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-encoding: " + coding
                    + "\r\ncontent-length: " + body.length + "\r\n\r\n");
            conversation.say(body);
        };
    }

    private static byte[] packed(String coding, String text) {
        return switch (coding) {
            case "deflate" -> Zipped.deflate(text, true);
            case "Deflate" -> Zipped.deflate(text, false);
            default -> Zipped.gzip(text);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "deflate", "Deflate"})
    void aWholeAnswerIsReadWhateverItsCoding(String coding) throws Exception {
        router.a.then(answer("application/json", coding, packed(coding, Answers.WHOLE)));

        Reply reply = router.call(RunningRouter.BODY);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).contains("\"content\":\"Hello\"");
        assertThat(reply.headers()).containsEntry("x-faregate-target", "a").doesNotContainKey("content-encoding");
        assertThat(router.onlyRow().path("output_tokens").asInt()).isEqualTo(5);
    }

    @Test
    void aStreamIsReadFromPiecesOfAByte() throws Exception {
        byte[] body = Zipped.gzip(EVENTS);
        router.a.then(conversation -> {
            conversation.say("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n");
            conversation.say("content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n");
            conversation.byteByByte(body);
            conversation.say("0\r\n\r\n");
        });

        Reply reply = router.call(RunningRouter.STREAM);

        assertThat(reply.headers()).containsEntry("x-faregate-target", "a");
        assertThat(reply.body()).contains("\"content\":\"Hello\"").endsWith("data: [DONE]\n\n");
        router.onlyRow();
    }

    @ParameterizedTest
    @CsvSource({"application/json, false", "text/event-stream, false", "text/event-stream, true"})
    void anAnswerThatBurstsIsNoneAndTheNextTargetServes(String type, boolean stream) throws Exception {
        byte[] bomb = Zipped.bomb(stream ? ": comments\n" : "{\"id\":\"", 200);
        assertThat(bomb.length).as("announced as a small one").isLessThan(300_000);
        router.a.then(answer(type, "gzip", bomb));
        router.b.then(stream ? Answers.stream() : Answers.whole());

        Reply reply = router.call(stream ? RunningRouter.STREAM : RunningRouter.BODY);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers()).containsEntry("x-faregate-target", "b");
        assertThat(router.onlyRow().path("attempts").path(0).path("class").asText())
                .isEqualTo("upstream_5xx");
    }

    @ParameterizedTest
    @CsvSource({"br,b", "'gzip, br',b", "identity,a", "gzip,a"})
    void speechInACodingThatNobodyReadsIsLeftForTheNext(String coding, String target) throws Exception {
        router.a.then(answer("audio/mpeg", coding, packed(coding, "sound")));
        router.b.then(answer("audio/mpeg", "identity", packed("gzip", "other sound")));
        try (LoopbackClient client = router.client()) {
            Reply reply = client.post("/v1/audio/speech", SPEECH).read();

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.headers())
                    .containsEntry("x-faregate-target", target)
                    .containsEntry("content-type", "audio/mpeg");
        }
        JsonNode first = router.onlyRow().path("attempts").path(0);
        assertThat(first.path("reason").asText(""))
                .isEqualTo(target.equals("a") ? "" : "the answer is in an encoding that the router does not read");
    }

    @Test
    void anAnswerThatIsNotInItsCodingOrCutShortIsNone() throws Exception {
        byte[] good = Zipped.gzip(Answers.WHOLE);
        router.a
                .then(answer(
                        "application/json",
                        "gzip",
                        "{\"plain\":true}".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .then(answer("application/json", "gzip", Arrays.copyOf(good, good.length - 9)));
        router.b.then(Answers.whole()).then(Answers.whole());

        for (String reason : new String[] {
            "the answer is not in the encoding that its header names", "the compressed answer is cut short"
        }) {
            Reply reply = router.call(RunningRouter.BODY);

            assertThat(reply.headers()).containsEntry("x-faregate-target", "b");
            JsonNode attempt = router.onlyRow().path("attempts").path(0);
            assertThat(attempt.path("class").asText()).isEqualTo("upstream_5xx");
            assertThat(attempt.path("reason").asText()).isEqualTo(reason);
            router.rows.clear();
            router.server.clearBench(router.target("a"));
        }
    }

    @Test
    void anErrorWithoutABodyStaysTheErrorThatItIs() throws Exception {
        router.a.then(conversation ->
                conversation.say("HTTP/1.1 429 Busy\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n\r\n"));
        router.b.then(Answers.whole());

        router.call(RunningRouter.BODY);

        assertThat(router.onlyRow().path("attempts").path(0).path("class").asText())
                .isEqualTo("rate_limited");
    }
}
