package io.faregate.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.cost.Usage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UsageReaderTest {
    private static @Nullable Usage read(String usage, boolean reasoningOutside) throws BadJson {
        byte[] bytes = usage.getBytes(StandardCharsets.UTF_8);
        return new UsageReader(reasoningOutside).read(new JsonCursor().on(bytes, 0, bytes.length), null);
    }

    /**
     * input, cached, written, written for an hour, audio in, image in, output, reasoning, audio out,
     * image out, cost
     */
    private static String told(String usage, boolean reasoningOutside) throws BadJson {
        Usage read = read(usage, reasoningOutside);
        if (read == null) {
            return "none";
        }
        return "%d %d %d %d %d %d %d %d %d %d %d"
                .formatted(
                        read.inputTokens(),
                        read.cachedInputTokens(),
                        read.cacheWriteTokens(),
                        read.cacheWrite1hTokens(),
                        read.audioInputTokens(),
                        read.imageInputTokens(),
                        read.outputTokens(),
                        read.reasoningTokens(),
                        read.audioOutputTokens(),
                        read.imageOutputTokens(),
                        read.providerCostPicoUsd());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "OpenAI | `{\"prompt_tokens\":2006,\"completion_tokens\":300,\"total_tokens\":2306,\"prompt_tokens_details\":{\"cached_tokens\":1920,\"audio_tokens\":5},\"completion_tokens_details\":{\"reasoning_tokens\":64,\"audio_tokens\":7,\"accepted_prediction_tokens\":9}}` | 2006 1920 0 0 5 0 300 64 7 0 -1",
                "null details | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"prompt_tokens_details\":null,\"completion_tokens_details\":{\"reasoning_tokens\":null}}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "written | `{\"prompt_tokens\":12307,\"completion_tokens\":550,\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_write_tokens\":12304}}` | 12307 0 12304 0 0 0 550 0 0 0 -1",
                "DeepSeek | `{\"prompt_tokens\":100,\"completion_tokens\":5,\"prompt_cache_hit_tokens\":64,\"prompt_cache_miss_tokens\":36}` | 100 64 0 0 0 0 5 0 0 0 -1",
                "Moonshot | `{\"prompt_tokens\":100,\"completion_tokens\":5,\"cached_tokens\":30}` | 100 30 0 0 0 0 5 0 0 0 -1",
                "Anthropic | `{\"input_tokens\":10,\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":30,\"output_tokens\":5,\"cache_creation\":{\"ephemeral_5m_input_tokens\":12,\"ephemeral_1h_input_tokens\":8}}` | 60 30 20 8 0 0 5 0 0 0 -1",
                "Anthropic, no cache | `{\"input_tokens\":10,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":5}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "Responses | `{\"input_tokens\":36,\"input_tokens_details\":{\"cached_tokens\":6},\"output_tokens\":87,\"output_tokens_details\":{\"reasoning_tokens\":64},\"total_tokens\":123}` | 36 6 0 0 0 0 87 64 0 0 -1",
                "images | `{\"input_tokens\":371,\"output_tokens\":439,\"total_tokens\":810,\"input_tokens_details\":{\"text_tokens\":19,\"image_tokens\":352},\"output_tokens_details\":{\"image_tokens\":439,\"text_tokens\":0}}` | 371 0 0 0 0 352 439 0 0 439 -1",
                "embeddings | `{\"prompt_tokens\":8,\"total_tokens\":8}` | 8 0 0 0 0 0 0 0 0 0 -1",
                "no output | `{\"prompt_tokens\":10}` | 10 0 0 0 0 0 -1 0 0 0 -1",
                "zero | `{\"prompt_tokens\":0,\"completion_tokens\":0}` | 0 0 0 0 0 0 0 0 0 0 -1",
                "parts beyond totals | `{\"prompt_tokens\":100,\"completion_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":140,\"cache_write_tokens\":50},\"completion_tokens_details\":{\"reasoning_tokens\":690}}` | 100 100 0 0 0 0 10 10 0 0 -1",
                "broken parts | `{\"prompt_tokens\":100,\"completion_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":-4,\"audio_tokens\":\"3\"},\"completion_tokens_details\":[1]}` | 100 0 0 0 0 0 10 0 0 0 -1",
                "OpenRouter | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":0.00014,\"is_byok\":false,\"cost_details\":{\"upstream_inference_cost\":null}}` | 10 0 0 0 0 0 5 0 0 0 140000000",
                "cost rounded half up | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":1.5e-12}` | 10 0 0 0 0 0 5 0 0 0 2",
                "negative cost | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":-1}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "cost in words | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":\"NaN\"}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "absurd cost | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":1e999999999}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "absurdly fine cost | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":1e-999999999}` | 10 0 0 0 0 0 5 0 0 0 -1",
                "exponent beyond int | `{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":1e99999999999}` | 10 0 0 0 0 0 5 0 0 0 -1"
            })
    void readsEachSpelling(String name, String usage, String expected) throws BadJson {
        assertThat(told(usage, false)).as(name).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "[]",
                "7",
                "\"10\"",
                "{\"prompt_tokens\":-120,\"completion_tokens\":30,\"total_tokens\":-90}",
                "{\"prompt_tokens\":120,\"completion_tokens\":-30}",
                "{\"prompt_tokens\":null,\"completion_tokens\":null,\"total_tokens\":0}",
                "{\"prompt_tokens\":\"10\",\"completion_tokens\":\"5\"}",
                "{\"prompt_tokens\":10,\"completion_tokens\":null}",
                "{\"completion_tokens\":10}",
                "{\"type\":\"duration\",\"seconds\":9}",
                "{\"prompt_tokens\":10.5,\"completion_tokens\":5}",
                "{\"prompt_tokens\":10,\"completion_tokens\":1e3}",
                "{\"prompt_tokens\":1099511627777,\"completion_tokens\":5}",
                "{\"prompt_tokens\":99999999999999999999999,\"completion_tokens\":5}",
                "{\"prompt_tokens\":{\"a\":1},\"completion_tokens\":[5]}"
            })
    void takesTheUnusableForUnknown(String usage) throws BadJson {
        assertThat(read(usage, false)).isNull();
    }

    @Test
    void addsReasoningThatIsCountedOutside() throws BadJson {
        String outside = "{\"prompt_tokens\":36,\"completion_tokens\":10,\"total_tokens\":736,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":690}}";
        assertThat(told(outside, true)).isEqualTo("36 0 0 0 0 0 700 690 0 0 -1");
        assertThat(told(outside, false)).isEqualTo("36 0 0 0 0 0 10 10 0 0 -1");
    }

    @Test
    void doesNotAddReasoningThatTheTotalShowsInside() throws BadJson {
        String inside = "{\"prompt_tokens\":36,\"completion_tokens\":700,\"total_tokens\":736,"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":690}}";
        assertThat(told(inside, true)).isEqualTo("36 0 0 0 0 0 700 690 0 0 -1");
    }
}
