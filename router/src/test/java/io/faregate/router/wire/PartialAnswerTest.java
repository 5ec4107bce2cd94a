package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class PartialAnswerTest {
    private static final String GO_ON = "Your answer above was cut off. Continue it exactly where it stops: "
            + "no repetition, no introduction, no remark about the interruption.";

    private static String messages(String messages, String partial, PartialAnswer.Style style) throws BadRequest {
        byte[] body = ("{\"model\":\"m\",\"messages\":" + messages + "}").getBytes(StandardCharsets.UTF_8);
        ChatRequest asked = new ChatRequestScanner(1).scan(body, Surface.CHAT, false);
        return new String(
                Objects.requireNonNull(PartialAnswer.messages(asked, partial, style)), StandardCharsets.UTF_8);
    }

    @Test
    void prefillEndsWithTheAnswerSoFar() throws BadRequest {
        assertThat(messages("[{\"role\":\"user\",\"content\":\"q]\"}]", "a \"quoted\"\nline", PartialAnswer.Style.PREFILL))
                .isEqualTo("[{\"role\":\"user\",\"content\":\"q]\"},"
                        + "{\"role\":\"assistant\",\"content\":\"a \\\"quoted\\\"\\nline\"}]");
    }

    @Test
    void instructionAsksToGoOn() throws BadRequest {
        assertThat(messages("[ {\"role\":\"user\",\"content\":\"q\"} ]", "half", PartialAnswer.Style.INSTRUCTION))
                .isEqualTo("[ {\"role\":\"user\",\"content\":\"q\"} ,{\"role\":\"assistant\",\"content\":\"half\"},"
                        + "{\"role\":\"user\",\"content\":\"" + GO_ON + "\"}]");
    }

    @Test
    void anEmptyConversationGetsNoComma() throws BadRequest {
        assertThat(messages("[ ]", "half", PartialAnswer.Style.PREFILL))
                .isEqualTo("[ {\"role\":\"assistant\",\"content\":\"half\"}]");
    }
}
