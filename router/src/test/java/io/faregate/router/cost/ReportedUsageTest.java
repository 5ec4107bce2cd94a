package io.faregate.router.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.UsageReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the usage as providers write it to what the call costs, in figures worked out by hand. */
final class ReportedUsageTest {
    private static final String PLAIN = "input 1.00, output 2.00";

    private static @Nullable String cost(Prices prices, @Nullable Usage usage) {
        Long picoUsd = CostModel.actual(prices.price(), usage, Units.NONE, 0);
        return picoUsd == null ? null : PicoUsd.print(picoUsd);
    }

    private static @Nullable Usage answered(boolean reasoningOutside, String usage) {
        String body = "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]," + usage
                + "}";
        return new AnswerScanner(new UsageReader(reasoningOutside))
                .scan(body.getBytes(StandardCharsets.UTF_8), Surface.CHAT)
                .usage();
    }

    private static @Nullable Usage streamed(String... chunks) {
        ChunkScanner scanner = new ChunkScanner(new UsageReader(false));
        for (String chunk : chunks) {
            byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
            scanner.scan("", bytes, 0, bytes.length);
        }
        return scanner.usage();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a cached part is charged once | input 2.50, cached_input 1.25, output 10.00 | 0.005615"
                        + " | `\"usage\":{\"prompt_tokens\":2006,\"completion_tokens\":300,\"total_tokens\":2306,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":1920}}`",
                "a written part is within the prompt | input 3.00, cache_write 3.75, cached_input 0.30, output 15.00"
                        + " | 0.054399 | `\"usage\":{\"prompt_tokens\":12307,\"completion_tokens\":550,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":0,\"cache_creation_tokens\":12304}}`",
                "more cached than there was | input 1.00, cached_input 0.10, output 2.00 | 0.00003"
                        + " | `\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":140}}`",
                "null details | input 1.00, output 2.00 | 0.00002"
                        + " | `\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"prompt_tokens_details\":null,"
                        + "\"completion_tokens_details\":{\"reasoning_tokens\":null}}`",
                "zero is a value | input 1.00, output 2.00 | 0"
                        + " | `\"usage\":{\"prompt_tokens\":0,\"completion_tokens\":0,\"total_tokens\":0}`",
                "audio without a price of its own | input 1.25, output 10.00 | 0.00135"
                        + " | `\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":10,"
                        + "\"prompt_tokens_details\":{\"audio_tokens\":900}}`",
                "images in and out | input 5.00, output 10.00, image_input 8.00, image_output 30.00 | 0.016081"
                        + " | `\"usage\":{\"prompt_tokens\":371,\"completion_tokens\":439,"
                        + "\"prompt_tokens_details\":{\"image_tokens\":352,\"text_tokens\":19},"
                        + "\"completion_tokens_details\":{\"image_tokens\":439}}`",
                "a fee | input 1.00, output 2.00, request 0.005 | 0.006"
                        + " | `\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":0}`",
                "a small call | input 0.28, output 0.42 | 0.0000049"
                        + " | `\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}`",
            })
    void anAnswerCostsByItsParts(String name, String prices, String expected, String usage) {
        assertThat(cost(Prices.of(prices), answered(false, usage))).as(name).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"true, 736, 10, 0.001795", "false, 46, 10, 0.00007", "true, 736, 700, 0.001795"})
    void reasoningIsAddedWhereTheTotalShowsItOutside(boolean outside, long total, long completion, String expected) {
        String usage = "\"usage\":{\"prompt_tokens\":36,\"completion_tokens\":" + completion + ",\"total_tokens\":"
                + total + ",\"completion_tokens_details\":{\"reasoning_tokens\":690}}";
        assertThat(cost(Prices.of("input 1.25, output 2.50"), answered(outside, usage)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"flex, 0.0006375", "default, 0.001275"})
    void theTierOfTheAnswerSetsThePrice(String tier, String expected) {
        Prices prices = Prices.of("input 0.25, cached_input 0.025, output 2.00")
                .under("flex", "input 0.125, cached_input 0.0125, output 1.00");
        String usage = "\"service_tier\":\"" + tier + "\",\"usage\":{\"prompt_tokens\":2000,\"completion_tokens\":500,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":1000}}";
        assertThat(cost(prices, answered(false, usage))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3144000", "null", "-1", "\"NaN\""})
    void aCostThatIsReportedDoesNotChangeOurs(String reported) {
        String usage = "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"cost\":" + reported + "}";
        assertThat(cost(Prices.of(PLAIN), answered(false, usage))).isEqualTo("0.00002");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"usage\":null",
                "\"usage\":{\"prompt_tokens\":null,\"completion_tokens\":null,\"total_tokens\":0}",
                "\"usage\":{\"prompt_tokens\":-120,\"completion_tokens\":30,\"total_tokens\":-90}",
                "\"id\":\"no usage at all\""
            })
    void whatIsNotUsageIsNotGuessedHere(String usage) {
        assertThat(cost(Prices.of(PLAIN), answered(false, usage))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"choices\":[{\"finish_reason\":\"tool_calls\",\"index\":0}],",
                "{\"choices\":[{\"index\":0,\"delta\":{}}],",
                "{\"choices\":[],"
            })
    void theLastChunkMayHaveAnyShape(String head) {
        Prices prices = Prices.of("input 0.60, cached_input 0.11, output 2.20");
        String last = head + "\"usage\":{\"prompt_tokens\":37031,\"completion_tokens\":44,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":34496}}}";
        assertThat(cost(prices, streamed("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}", last)))
                .isEqualTo("0.00541236");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}"})
    void laterUsageThatSaysNothingErasesNone(String later) {
        Usage usage = streamed(
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}",
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5}}",
                "{\"choices\":[],\"usage\":" + later + "}");
        assertThat(cost(Prices.of(PLAIN), usage)).isEqualTo("0.00002");
    }
}
