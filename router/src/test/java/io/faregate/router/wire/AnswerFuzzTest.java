package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged answers, whole and as events: whatever is read as one is an object to a parser too, and has its usage. */
final class AnswerFuzzTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final byte[] ODD =
            "\"\\{}[],:.-+eE019 \t\r\n\0\u00e9\u007fntrufals".getBytes(StandardCharsets.ISO_8859_1);
    private static final String[] ANSWERS = {
        "{\"id\":\"i\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hello\"},\"finish_reason\":"
                + "\"stop\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"prompt_tokens_details\":"
                + "{\"cached_tokens\":3},\"completion_tokens_details\":{\"reasoning_tokens\":2}}}",
        "{\"id\":\"i\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":"
                + "\"{}\"}}]},\"finish_reason\":null}],\"usage\":null,\"x_groq\":{\"usage\":{\"prompt_tokens\":10,"
                + "\"completion_tokens\":5}}}",
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":0.00012},"
                + "\"service_tier\":\"flex\"}",
        "{\"error\":{\"message\":\"no\",\"code\":429}}"
    };

    @Test
    void readsNothingThatAParserDoesNotSomeThousandTimes() {
        fuzz(20_000, 20261130);
    }

    @Test
    @Tag("slow")
    void readsNothingThatAParserDoesNotAMillionTimes() {
        fuzz(1_000_000, 20261201);
    }

    private static void fuzz(int rounds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        AnswerScanner answers = new AnswerScanner(new UsageReader(false));
        int read = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] body = damaged(ANSWERS[random.nextInt(ANSWERS.length)], random);
            String text = new String(body, StandardCharsets.ISO_8859_1);
            Answer answer = answers.scan(body, Surface.EMBEDDINGS);
            Chunk chunk = new ChunkScanner(new UsageReader(false)).scan("", body, 0, body.length);
            boolean whole = answer.kind() != Answer.Kind.UNREADABLE;
            boolean part = chunk.kind() == Chunk.Kind.CHUNK;
            if (!whole && !part) {
                continue;
            }
            read++;
            JsonNode tree = tree(body);
            assertThat(tree.isObject()).as(text).isTrue();
            assertUsage(whole ? answer.usage() : null, text);
            assertUsage(part ? chunk.usage() : null, text);
            if (answer.kind() == Answer.Kind.ANSWER) {
                byte[] told = answer.rewritten(
                                "\"n\"".getBytes(StandardCharsets.US_ASCII), "{}".getBytes(StandardCharsets.US_ASCII))
                        .toByteArray();
                assertThat(tree(told).isObject()).as(text).isTrue();
                assertThat(answer.id()).as(text).isEqualTo(tree.path("id").textValue());
            }
        }
        assertThat(read).isGreaterThan(rounds / 20);
    }

    private static void assertUsage(@org.jspecify.annotations.Nullable Usage usage, String text) {
        if (usage != null) {
            assertThat(usage.inputTokens()).as(text).isGreaterThanOrEqualTo(-1);
            assertThat(usage.outputTokens()).as(text).isGreaterThanOrEqualTo(-1);
            assertThat(usage.cachedInputTokens()).as(text).isGreaterThanOrEqualTo(-1);
            assertThat(usage.reasoningTokens()).as(text).isGreaterThanOrEqualTo(-1);
        }
    }

    private static JsonNode tree(byte[] body) {
        try {
            JsonNode tree = MAPPER.readTree(body);
            return tree == null ? MAPPER.missingNode() : tree;
        } catch (IOException e) {
            return MAPPER.missingNode();
        }
    }

    private static byte[] damaged(String answer, SplittableRandom random) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        for (int n = random.nextInt(4); n > 0; n--) {
            bytes[random.nextInt(bytes.length)] =
                    random.nextInt(3) == 0 ? bytes[random.nextInt(bytes.length)] : ODD[random.nextInt(ODD.length)];
        }
        return bytes;
    }
}
