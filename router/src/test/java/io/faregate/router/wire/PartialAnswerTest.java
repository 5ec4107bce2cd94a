package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PartialAnswerTest {
    private static final String GO_ON = "Your answer above was cut off. Continue it exactly where it stops: "
            + "no repetition, no introduction, no remark about the interruption.";

    private static String continued(String messages, String partial, PartialAnswer.Style style) throws BadRequest {
        byte[] body = ("{\"model\":\"m\",\"messages\":" + messages + ",\"n\":1}").getBytes(StandardCharsets.UTF_8);
        ChatRequest asked = new ChatRequestScanner(1).scan(body, Surface.CHAT, false);
        ByteSlices sent = new ByteSlices().add(body, 0, body.length);
        return new String(PartialAnswer.in(sent, asked, partial, style).toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void prefillEndsWithTheAnswerSoFar() throws BadRequest {
        assertThat(continued(
                        "[{\"role\":\"user\",\"content\":\"q]\"}]", "a \"quoted\"\nline", PartialAnswer.Style.PREFILL))
                .isEqualTo("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"q]\"},"
                        + "{\"role\":\"assistant\",\"content\":\"a \\\"quoted\\\"\\nline\"}],\"n\":1}");
    }

    @Test
    void instructionAsksToGoOn() throws BadRequest {
        assertThat(continued("[ {\"role\":\"user\",\"content\":\"q\"} ]", "half", PartialAnswer.Style.INSTRUCTION))
                .isEqualTo("{\"model\":\"m\",\"messages\":[ {\"role\":\"user\",\"content\":\"q\"} ,"
                        + "{\"role\":\"assistant\",\"content\":\"half\"},"
                        + "{\"role\":\"user\",\"content\":\"" + GO_ON + "\"}],\"n\":1}");
    }

    @Test
    void anEmptyConversationGetsNoComma() throws BadRequest {
        assertThat(continued("[ ]", "half", PartialAnswer.Style.PREFILL))
                .isEqualTo("{\"model\":\"m\",\"messages\":[ {\"role\":\"assistant\",\"content\":\"half\"}],\"n\":1}");
    }
}
