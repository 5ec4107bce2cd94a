package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream.Answer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers whose strings are no UTF-8 are unreadable, whether they come whole or as events. */
final class MalformedTextTest extends WithRouter {
    /** Each character of the text is a byte of the body. */
    private static Answer bytes(String type, String body) {
        byte[] sent = body.getBytes(StandardCharsets.ISO_8859_1);
        return conversation -> {
            conversation.say(
                    "HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-length: " + sent.length + "\r\n\r\n");
            conversation.say(sent);
        };
    }

    /** A lone byte, a cut sequence, an overlong one, half of a pair, more than there is. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00ff", "\u00e2\u0082", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f4\u0090\u0080\u0080"})
    void isUnreadable(String malformed) throws Exception {
        String events = "data: " + Answers.TEXT + "\n\ndata: " + Answers.FINISH + "\n\ndata: [DONE]\n\n";
        for (boolean stream : new boolean[] {false, true}) {
            router.clear();
            router.a.then(
                    stream
                            ? bytes("text/event-stream", events.replace("Hello", malformed))
                            : bytes("application/json", Answers.WHOLE.replace("Hello", malformed)));
            router.b.then(stream ? Answers.stream() : Answers.whole());

            Reply reply = router.call(stream ? RunningRouter.STREAM : RunningRouter.BODY);

            assertThat(reply.headers()).containsEntry("x-faregate-target", "b");
            JsonNode attempt = router.onlyRow().path("attempts").path(0);
            assertThat(attempt.path("class").asText()).isEqualTo("upstream_5xx");
            assertThat(attempt.path("reason").asText())
                    .isEqualTo(stream ? "an event of the stream is not readable" : "an unreadable answer");
        }
    }
}
