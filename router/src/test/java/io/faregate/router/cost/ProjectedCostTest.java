package io.faregate.router.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Capability;
import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates for ranking, worst cases for admission, and the largest answer that a budget bears. */
final class ProjectedCostTest {
    private static final long NOW = 0;
    private static final long CENT = PicoUsd.DOLLAR / 100;

    @ParameterizedTest
    @CsvSource({
        "0.05, 5.00, 100, 1000, 0.005005",
        "0.18, 0.18, 100, 1000, 0.000198",
        "0.05, 5.00, 100, 256, 0.001285",
        "0.18, 0.18, 100, 256, 0.00006408",
        "1, 2, 1, 16, 0.000033",
    })
    void estimatesInputAndOutputTogether(String input, String output, long in, long out, String estimate) {
        Price price = Prices.of("input " + input + ", output " + output).price();
        assertThat(PicoUsd.print(CostModel.estimate(price, in, out, NOW))).isEqualTo(estimate);
    }

    @Test
    void estimatesTheFeeAndRoundsUp() {
        Price fee = Prices.of("input 1, output 2, request 0.005").price();
        assertThat(PicoUsd.print(CostModel.estimate(fee, 1000, 0, NOW))).isEqualTo("0.006");
        Price tiny = Prices.of("input 0.0000001, output 0").price();
        assertThat(CostModel.estimate(tiny, 1, 0, NOW)).isEqualTo(1);
        assertThat(CostModel.estimate(tiny, 0, 0, NOW)).isZero();
    }

    @Test
    void countsAMissingRateAsNothingInAnEstimateAndAsEverythingInAWorstCase() {
        Price price = Prices.of("input 1").price();
        assertThat(CostModel.estimate(price, 1_000_000, 10, NOW)).isEqualTo(PicoUsd.DOLLAR);
        assertThat(CostModel.worstCase(price, Ask.text(1), 10, NOW)).isEqualTo(PicoUsd.MAX);
    }

    @ParameterizedTest
    @CsvSource({"5, 0.075", "3, 0.045", "1, 0.015"})
    void multipliesTheOutputByTheAnswers(long answers, String projected) {
        Price price = Prices.of("input 0, output 15.00").price();
        assertThat(PicoUsd.print(CostModel.worstCase(price, Ask.text(1), answers * 1000, NOW)))
                .isEqualTo(projected);
    }

    @Test
    void takesTheHighestOfCacheWriteTierPeakAndReasoning() {
        Prices prices = Prices.of(
                        "input 3, cached_input 0.3, cache_write 3.75, cache_write_1h 6, output 15, reasoning 20")
                .above(200_000, "input 12, output 22.5")
                .offPeak("input 1, output 5");
        assertThat(CostModel.worstCase(prices.price(), Ask.text(1_000_000), 0, NOW))
                .isEqualTo(12 * PicoUsd.DOLLAR);
        assertThat(CostModel.worstCase(prices.price(), Ask.text(200_000), 0, NOW))
                .isEqualTo(120 * CENT);
        assertThat(CostModel.worstCase(prices.price(), Ask.text(0), 1_000_000, NOW))
                .isEqualTo(20 * PicoUsd.DOLLAR);
    }

    @Test
    void takesAudioAndImageRatesOnlyForRequestsWithSuchParts() {
        Price price = Prices.of("input 1, output 2, audio_input 10, audio_output 20, image_input 5")
                .price();
        int audio = Capability.AUDIO.bit();
        int vision = Capability.VISION.bit();
        assertThat(CostModel.worstCase(price, Ask.text(1_000_000), 0, NOW)).isEqualTo(PicoUsd.DOLLAR);
        assertThat(CostModel.worstCase(price, new Ask(1_000_000, vision, null, Units.NONE), 0, NOW))
                .isEqualTo(5 * PicoUsd.DOLLAR);
        assertThat(CostModel.worstCase(price, new Ask(1_000_000, audio, null, Units.NONE), 1_000_000, NOW))
                .isEqualTo(30 * PicoUsd.DOLLAR);
    }

    @ParameterizedTest
    @CsvSource({", 1", "default, 1", "flex, 1", "priority, 2", "auto, 2", "whatever, 2"})
    void takesADearerServiceTierThatMayBeServed(String asked, long dollars) {
        Price price = Prices.of("input 1, output 2")
                .under("flex", "input 0.5, output 1")
                .under("priority", "input 2, output 4")
                .price();
        assertThat(CostModel.worstCase(price, new Ask(1_000_000, 0, asked, Units.NONE), 0, NOW))
                .isEqualTo(dollars * PicoUsd.DOLLAR);
    }

    @Test
    void addsFeesUnitsAndTheMultiplier() {
        Price price = Prices.of("input 1, output 2, request 0.01, image 0.04, minute 0.6, million_characters 10")
                .times("2")
                .price();
        Ask ask = new Ask(1_000_000, 0, null, new Units(2, 60_000, 100_000));
        // 1 + 0.01 + 0.08 + 0.60 + 1.00 = 2.69, twice.
        assertThat(PicoUsd.print(CostModel.worstCase(price, ask, 0, NOW))).isEqualTo("5.38");
    }

    @Test
    void doesNotWrapOnAHugeMaximum() {
        Price price = Prices.of("input 0, output 15").price();
        assertThat(CostModel.worstCase(price, Ask.text(1), Long.MAX_VALUE, NOW)).isEqualTo(PicoUsd.MAX);
        assertThat(CostModel.estimate(price, Long.MAX_VALUE, Long.MAX_VALUE, NOW))
                .isEqualTo(PicoUsd.MAX);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 15, 1, 1, 3333",
        "0, 30, 1, 1, 1666",
        "10, 20, 1000, 1, 2000",
        "10, 20, 1000, 2, 1000",
        "10, 20, 5001, 1, 0",
        "10, 20, 5000, 1, 0",
        "0, 0, 1, 1, 4096",
        "0, 1, 1, 1, 4096",
    })
    void findsTheLargestAnswerThatFiveCentsBear(String input, String output, long in, long answers, long largest) {
        Price price = Prices.of("input " + input + ", output " + output).price();
        assertThat(CostModel.largestOutput(price, Ask.text(in), answers, 4_096, 5 * CENT, NOW))
                .isEqualTo(largest);
    }

    @Test
    void findsAnAnswerThatFitsWhileOneTokenMoreDoesNot() {
        Random random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            Price price = Prices.of("input " + PicoUsd.print(random.nextLong(50 * PicoUsd.DOLLAR)) + ", output "
                            + PicoUsd.print(1_000_000 + random.nextLong(100 * PicoUsd.DOLLAR)))
                    .times(random.nextBoolean() ? "1" : "1.0825")
                    .price();
            Ask ask = Ask.text(random.nextLong(100_000));
            long answers = random.nextLong(1, 5);
            long budget = random.nextLong(20 * PicoUsd.DOLLAR);
            long largest = CostModel.largestOutput(price, ask, answers, 128_000, budget, NOW);
            if (largest > 0) {
                assertThat(CostModel.worstCase(price, ask, answers * largest, NOW))
                        .isLessThanOrEqualTo(budget);
            }
            if (largest < 128_000) {
                assertThat(CostModel.worstCase(price, ask, answers * (largest + 1), NOW))
                        .isGreaterThan(budget);
            }
        }
    }
}
