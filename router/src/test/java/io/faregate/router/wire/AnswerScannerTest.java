package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerScannerTest {
    private final AnswerScanner scanner = new AnswerScanner(new UsageReader(false));

    private Answer scan(String body, Surface surface) {
        return scanner.scan(utf8(body), surface);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteSlices slices) {
        return new String(slices.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void keepsEveryByteButModelAndMember() {
        String body =
                "\n\n{\"id\":\"c1\",  \"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"ok\",\"reasoning_content\":\"\\u00fc\",\"annotations\":[]},\"finish_reason\":\"stop\"}], "
                        + "\"model\":\"vendor/up-1\",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15},\"x\":1.0} ";
        Answer answer = scan(body, Surface.CHAT);
        assertThat(answer.kind()).isEqualTo(Answer.Kind.ANSWER);
        assertThat(answer.usage()).isEqualTo(Usage.of(10, 5));
        assertThat(answer.finishes()).containsExactly(new Finish(0, "stop"));
        assertThat(answer.codePoints()).isEqualTo(3);
        assertThat(answer.toolCall()).isFalse();
        assertThat(text(answer.rewritten(utf8("\"fast\""), utf8("{}"))))
                .isEqualTo(body.replace("vendor/up-1", "fast").replace("1.0}", "1.0,\"faregate\":{}}"));
        assertThat(text(answer.rewritten(utf8("\"fast\""), null))).isEqualTo(body.replace("vendor/up-1", "fast"));
    }

    @Test
    void takesTheTierFromTheAnswer() {
        Answer answer = scan(
                "{\"service_tier\":\"flex\",\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}",
                Surface.CHAT);
        assertThat(answer.usage()).isEqualTo(UsageReader.served(Usage.of(1, 2), "flex"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "<!DOCTYPE html><title>Just a moment</title>",
                "{\"id\":\"c1\",\"choices\":[{\"message\":{\"content\":\"half",
                "null",
                "[]",
                "{}",
                "{\"choices\":null}",
                "{\"choices\":[]}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":0}}",
                "{\"choices\":[{}]}",
                "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}",
                "{\"id\":\"x\",\"model\":\"m\"}",
                "{\"choices\":[]} trailing"
            })
    void knowsWhatIsNoAnswer(String body) {
        assertThat(scan(body, Surface.CHAT).kind()).isEqualTo(Answer.Kind.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"Rate limit exceeded\",\"code\":429}}",
                "{\"error\":\"text\"}",
                "{\"object\":\"error\",\"message\":\"x\",\"code\":400}",
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}",
                "{\"detail\":\"x\"}",
                "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"partial\"},\"finish_reason\":\"error\"}],\"usage\":{\"prompt_tokens\":null}}"
            })
    void knowsErrorsUnderAGoodStatus(String body) {
        assertThat(scan(body, Surface.CHAT).kind()).isEqualTo(Answer.Kind.ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":null,\"choices\":[{\"finish_reason\":\"stop\"}]}",
                "{\"error\":{},\"choices\":[{\"finish_reason\":\"stop\"}]}",
                "{\"error\":\"\",\"choices\":[{\"finish_reason\":\"stop\"}]}",
                "{\"error\":false,\"choices\":[{\"finish_reason\":\"stop\"}]}",
                "{\"message\":\"hi\",\"choices\":[{\"finish_reason\":\"stop\"}]}",
                "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":null},\"finish_reason\":\"content_filter\"}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":14}}",
                "{\"choices\":[{\"message\":{\"content\":\"fine\"},\"finish_reason\":\"end_turn\"}],\"usage\":null}"
            })
    void doesNotTakeAnAnswerForAnError(String body) {
        assertThat(scan(body, Surface.CHAT).kind()).isEqualTo(Answer.Kind.ANSWER);
    }

    @Test
    void readsAnswersWithoutChoicesOnOtherSurfaces() {
        Answer embedding = scan(
                "{\"object\":\"list\",\"data\":[{\"embedding\":[0.25,-1.5]}],\"model\":\"m\",\"usage\":{\"prompt_tokens\":8,\"total_tokens\":8}}",
                Surface.EMBEDDINGS);
        assertThat(embedding.kind()).isEqualTo(Answer.Kind.ANSWER);
        assertThat(embedding.usage()).isEqualTo(Usage.of(8, 0));
        Answer images = scan("{\"created\":1,\"data\":[{\"b64_json\":\"aGk=\"}]}", Surface.IMAGES);
        assertThat(images.kind()).isEqualTo(Answer.Kind.ANSWER);
        assertThat(text(images.rewritten(utf8("\"m\""), utf8("{}"))))
                .isEqualTo("{\"created\":1,\"data\":[{\"b64_json\":\"aGk=\"}],\"faregate\":{}}");
    }

    @Test
    void writesErrors() {
        assertThat(new String(ErrorEnvelope.error("a \"b\"", "t", "c", utf8("[1]")), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"error\":{\"message\":\"a \\\"b\\\"\",\"type\":\"t\",\"code\":\"c\",\"param\":null,\"attempted\":[1]}}");
        assertThat(new String(ErrorEnvelope.event("m", "stream_truncated"), StandardCharsets.UTF_8))
                .isEqualTo(
                        "data: {\"error\":{\"message\":\"m\",\"type\":\"upstream_error\",\"code\":\"stream_truncated\",\"param\":null,\"attempted\":[]}}\n\n");
        assertThat(new String(ErrorEnvelope.done(), StandardCharsets.UTF_8)).isEqualTo("data: [DONE]\n\n");
    }
}
