package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transcripts told as they are heard: the provider's own events, with the failover of any stream. */
final class StreamedTranscriptTest {
    private static final String DELTA = "{\"type\":\"transcript.text.delta\",\"delta\":\"Hello\"}";
    private static final String DONE =
            "{\"type\":\"transcript.text.done\",\"text\":\"Hello\",\"usage\":{\"type\":\"tokens\",\"input_tokens\":14,"
                    + "\"input_token_details\":{\"text_tokens\":0,\"audio_tokens\":14},\"output_tokens\":5,\"total_tokens\":19}}";

    private static ProviderRouter router;

    @BeforeAll
    static void start() throws Exception {
        router = new ProviderRouter("one", "two");
    }

    @AfterAll
    static void stop() {
        router.close();
    }

    @BeforeEach
    void clear() {
        router.clear();
    }

    private static String part(String name, String value) {
        return "--X\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }

    private static Reply call(String stream) throws Exception {
        String body =
                part("model", "r") + part("file\"; filename=\"a.wav", "RIFF") + part("stream", stream) + "--X--\r\n";
        try (LoopbackClient client = new LoopbackClient(router.port())) {
            return client.say("POST /v1/audio/transcriptions HTTP/1.1\r\nhost: localhost\r\n"
                            + "content-type: multipart/form-data; boundary=X\r\ncontent-length: " + body.length()
                            + "\r\n\r\n" + body)
                    .read();
        }
    }

    @Test
    void theProvidersEventsComeThroughAndAreBilled() throws Exception {
        router.upstream(0).then(Answers.events(DELTA, DONE));

        Reply reply = call("true");

        assertThat(reply.headers()).containsEntry("content-type", "text/event-stream");
        assertThat(reply.body()).isEqualTo("data: " + DELTA + "\n\ndata: " + DONE + "\n\n");
        assertThat(reply.whole()).isTrue();
        assertThat(router.upstream(0).bodies().get(0)).contains(part("model", "m-one"), part("stream", "true"));
        JsonNode row = router.rows(1).get(0);
        assertThat(row.path("input_tokens").asLong()).isEqualTo(14);
        assertThat(row.path("output_tokens").asLong()).isEqualTo(5);
        assertThat(row.path("cost_usd").decimalValue()).isEqualByComparingTo("0.000024");
    }

    @Test
    void aStreamThatBreaksBeforeAWordMovesOnAndAfterOneEndsWithAnError() throws Exception {
        router.upstream(0).then(Answers.events());
        router.upstream(1).then(Answers.events(DELTA, DONE)).then(Answers.events(DELTA));

        Reply moved = call("true");
        Reply broken = call("true");

        assertThat(moved.headers()).containsEntry("x-faregate-target", "two");
        assertThat(broken.body()).startsWith("data: " + DELTA).contains("\"code\":\"stream_truncated\"");
        router.rows(2);
    }

    @Test
    void aModelThatCannotStreamAnswersWhole() throws Exception {
        router.upstream(0).then(Answers.status(200, "{\"text\":\"Hello\"}"));

        Reply reply = call("true");

        assertThat(reply.headers()).containsEntry("content-type", "application/json");
        assertThat(reply.body()).startsWith("{\"text\":\"Hello\"");
        router.rows(1);
    }

    @Test
    void anythingButTrueAndFalseIsRefused() throws Exception {
        assertThat(call("perhaps").status()).isEqualTo(400);
        router.rows(1);
    }
}
