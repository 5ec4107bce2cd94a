package io.faregate.router.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What calls cost, in figures worked out by hand. */
final class ActualCostTest {
    private static final long NOON = 12 * 3_600_000L;

    private static @Nullable String cost(Prices prices, @Nullable Usage usage, Units units, long nowMillis) {
        Long picoUsd = CostModel.actual(prices.price(), usage, units, nowMillis);
        return picoUsd == null ? null : PicoUsd.print(picoUsd);
    }

    private static @Nullable String cost(Prices prices, Usage usage) {
        return cost(prices, usage, Units.NONE, NOON);
    }

    /** Input, cached, written, written for an hour, audio in, image in, output, reasoning, audio out, image out. */
    private static Usage usage(long... t) {
        return new Usage(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], null, Usage.UNKNOWN);
    }

    private static Usage served(String serviceTier, long input, long cached, long output) {
        return new Usage(input, cached, 0, 0, 0, 0, output, 0, 0, 0, serviceTier, Usage.UNKNOWN);
    }

    @Test
    void chargesCachedTokensOnceAtTheirOwnRate() {
        Prices prices = Prices.of("input 2.50, cached_input 1.25, output 10.00");
        assertThat(cost(prices, usage(2006, 1920, 0, 0, 0, 0, 300, 0, 0, 0))).isEqualTo("0.005615");
    }

    @Test
    void chargesCacheWritesOnceAtTheirOwnRate() {
        Prices prices = Prices.of("input 3.00, cache_write 3.75, cached_input 0.30, output 15.00");
        assertThat(cost(prices, usage(12307, 0, 12304, 0, 0, 0, 550, 0, 0, 0))).isEqualTo("0.054399");
    }

    @Test
    void chargesTheLongLivedPartOfACacheWriteApart() {
        Prices prices = Prices.of("input 3, cache_write 3.75, cache_write_1h 6, output 15");
        // 100 * 3 + 600 * 3.75 + 300 * 6 + 10 * 15 = 4,500 millionths
        assertThat(cost(prices, usage(1000, 0, 900, 300, 0, 0, 10, 0, 0, 0))).isEqualTo("0.0045");
    }

    @Test
    void clampsMoreCachedTokensThanThereAre() {
        Prices prices = Prices.of("input 1.00, cached_input 0.10, output 2.00");
        assertThat(cost(prices, usage(100, 140, 0, 0, 0, 0, 10, 0, 0, 0))).isEqualTo("0.00003");
        assertThat(cost(
                        Prices.of("input 2.50, cached_input 1.25, output 10.00"),
                        usage(100, 140, 0, 0, 0, 0, 10, 0, 0, 0)))
                .isEqualTo("0.000225");
    }

    @Test
    void readsNegativePartsAsNone() {
        Prices prices = Prices.of("input 1.00, cached_input 0.10, output 2.00");
        assertThat(cost(prices, usage(100, -40, -1, -5, -1, -1, 10, -3, -1, -1)))
                .isEqualTo("0.00012");
    }

    @Test
    void leavesACostUnknownWhenATotalIs() {
        Prices prices = Prices.of("input 1.00, output 2.00");
        assertThat(cost(prices, Usage.of(Usage.UNKNOWN, 30))).isNull();
        assertThat(cost(prices, Usage.of(30, Usage.UNKNOWN))).isNull();
        assertThat(cost(prices, null, Units.NONE, NOON)).isNull();
    }

    @Test
    void chargesReasoningWithinTheOutput() {
        assertThat(cost(Prices.of("input 1.25, output 2.50"), usage(36, 0, 0, 0, 0, 0, 700, 690, 0, 0)))
                .isEqualTo("0.001795");
        assertThat(cost(Prices.of("input 1.25, output 2.50"), usage(36, 0, 0, 0, 0, 0, 10, 690, 0, 0)))
                .isEqualTo("0.00007");
        Prices own = Prices.of("input 1, output 2, reasoning 4");
        assertThat(cost(own, usage(100, 0, 0, 0, 0, 0, 50, 20, 0, 0))).isEqualTo("0.00024");
        assertThat(cost(own, usage(100, 0, 0, 0, 0, 0, 50, 80, 0, 0))).isEqualTo("0.0003");
    }

    @ParameterizedTest
    @CsvSource({"200000, 1000, 0.26", "200001, 1000, 0.5150025", "10, 300000, 3.0000125"})
    void choosesTheTierByTheWholePromptForTheWholeCall(long input, long output, String cost) {
        Prices prices = Prices.of("input 1.25, output 10.00").above(200_000, "input 2.50, output 15.00");
        assertThat(cost(prices, Usage.of(input, output))).isEqualTo(cost);
    }

    @ParameterizedTest
    @CsvSource({"250000, 0.05", "272000, 0.0544", "272001, 0.1088004"})
    void takesTheThresholdOfThePrice(long input, String cost) {
        Prices prices = Prices.of("input 0.20, output 1").above(272_000, "input 0.40");
        assertThat(cost(prices, Usage.of(input, 0))).isEqualTo(cost);
    }

    @Test
    void keepsTheBaseForWhatATierLeavesOut() {
        Prices prices = Prices.of("input 1, cached_input 0.1, output 2")
                .above(100, "input 10")
                .above(1_000, "input 20, output 40");
        assertThat(cost(prices, usage(500, 400, 0, 0, 0, 0, 10, 0, 0, 0))).isEqualTo("0.00106");
        assertThat(cost(prices, usage(5_000, 4_000, 0, 0, 0, 0, 10, 0, 0, 0))).isEqualTo("0.0208");
    }

    @Test
    void zeroIsAPriceAndAUsage() {
        assertThat(cost(Prices.of("input 0, output 0"), Usage.of(10, 5))).isEqualTo("0");
        assertThat(cost(Prices.of("input 1, output 2"), Usage.of(0, 0))).isEqualTo("0");
    }

    @Test
    void isUnknownWhereAUsedRateIs() {
        assertThat(cost(Prices.of("input 1"), Usage.of(10, 5))).isNull();
        assertThat(cost(Prices.of("input 1"), Usage.of(8, 0))).isEqualTo("0.000008");
        assertThat(cost(Prices.of(""), Usage.of(10, 5))).isNull();
    }

    @Test
    void fallsBackToTheTextRates() {
        assertThat(cost(Prices.of("input 1.25, output 10.00"), usage(1000, 0, 0, 0, 900, 0, 10, 0, 0, 0)))
                .isEqualTo("0.00135");
        assertThat(cost(Prices.of("input 5.00, output 25.00"), Usage.of(1000, 100)))
                .isEqualTo("0.0075");
    }

    @Test
    void countsImageAndAudioTokensInOnePlaceOnly() {
        assertThat(cost(
                        Prices.of("input 5.00, output 10.00, image_input 8.00, image_output 30.00"),
                        usage(371, 0, 0, 0, 0, 352, 439, 0, 0, 439)))
                .isEqualTo("0.016081");
        assertThat(cost(
                        Prices.of("input 1, output 2, audio_input 10, audio_output 20"),
                        usage(100, 0, 0, 0, 40, 0, 50, 0, 30, 0)))
                .isEqualTo("0.0011");
    }

    @Test
    void takesTheServiceTierThatTheAnswerNames() {
        Prices prices = Prices.of("input 0.25, cached_input 0.025, output 2.00")
                .under("flex", "input 0.125, cached_input 0.0125, output 1.00");
        assertThat(cost(prices, served("flex", 2000, 1000, 500))).isEqualTo("0.0006375");
        assertThat(cost(prices, served("default", 2000, 1000, 500))).isEqualTo("0.001275");
        assertThat(cost(prices, served("priority", 2000, 1000, 500))).isNull();
    }

    @Test
    void doesNotKnowLongContextUnderAServiceTier() {
        Prices prices = Prices.of("input 1, output 2").above(1_000, "input 2").under("flex", "input 0.5, output 1");
        assertThat(cost(prices, served("flex", 1_000, 0, 0))).isEqualTo("0.0005");
        assertThat(cost(prices, served("flex", 1_001, 0, 0))).isNull();
    }

    @Test
    void chargesTheFeeOfEveryRequest() {
        assertThat(cost(Prices.of("input 1.00, output 2.00, request 0.005"), Usage.of(1000, 0)))
                .isEqualTo("0.006");
        assertThat(cost(Prices.of("input 0, output 1.8, request 0.005"), Usage.of(1000, 0)))
                .isEqualTo("0.005");
        assertThat(cost(Prices.of("input 0, output 0, request 2.5"), Usage.of(1, 0)))
                .isEqualTo("2.5");
    }

    @Test
    void scalesByTheMultiplier() {
        assertThat(cost(Prices.of("input 1.0, output 2.0").times("1.25"), Usage.of(10, 5)))
                .isEqualTo("0.000025");
        assertThat(cost(Prices.of("input 3.0, output 6.0").times("0.5"), Usage.of(10, 5)))
                .isEqualTo("0.00003");
        assertThat(cost(Prices.of("input 3.0, output 6.0").times("0"), Usage.of(10, 5)))
                .isEqualTo("0");
    }

    @Test
    void roundsHalfUpOnceOverAllParts() {
        // Five tokens at a tenth of a picodollar are one half, which is one; four are none.
        Prices tenths = Prices.of("input 0.0000001, output 0.0000001");
        assertThat(cost(tenths, Usage.of(3, 2))).isEqualTo("0.000000000001");
        assertThat(cost(tenths, Usage.of(3, 1))).isEqualTo("0");
    }

    @Test
    void chargesOffPeakOutsideItsWindowsAndPeakWithin() {
        Prices prices = Prices.of("input 0.30, cached_input 0.006, output 1.20")
                .offPeak("input 0.15, output 0.60", new Price.Window(60, 240), new Price.Window(1_380, 30));
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 59 * 60_000L))
                .isEqualTo("0.15");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 60 * 60_000L))
                .isEqualTo("0.3");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 240 * 60_000L - 1))
                .isEqualTo("0.3");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 240 * 60_000L))
                .isEqualTo("0.15");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 1_380 * 60_000L))
                .isEqualTo("0.3");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 29 * 60_000L))
                .isEqualTo("0.3");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 30 * 60_000L))
                .isEqualTo("0.15");
    }

    @Test
    void isOffPeakAllWeekendWherePeaksAreOnWeekdays() {
        Prices prices =
                Prices.of("input 0.30, output 1.20").offPeakAndAtWeekends("input 0.15", new Price.Window(0, 1_440));
        // 1970-01-01 was a Thursday.
        long dayMillis = 86_400_000;
        String[] costs = {"0.3", "0.3", "0.15", "0.15", "0.3", "0.3", "0.3", "0.3", "0.3", "0.15"};
        for (int day = 0; day < costs.length; day++) {
            assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, day * dayMillis))
                    .isEqualTo(costs[day]);
            assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, (day + 1) * dayMillis - 1))
                    .isEqualTo(costs[day]);
        }
    }

    @Test
    void takesTheLastChangeThatHasCome() {
        Prices prices = Prices.of("input 1, output 2").from(1_000, "input 3").from(2_000, "input 5, output 7");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 999)).isEqualTo("1");
        assertThat(cost(prices, Usage.of(1_000_000, 0), Units.NONE, 1_000)).isEqualTo("3");
        assertThat(cost(prices, Usage.of(0, 1_000_000), Units.NONE, 1_999)).isEqualTo("2");
        assertThat(cost(prices, Usage.of(0, 1_000_000), Units.NONE, 2_000)).isEqualTo("7");
    }

    @Test
    void chargesImagesMinutesAndCharacters() {
        assertThat(cost(Prices.of("image 0.04"), null, new Units(3, 0, 0), NOON))
                .isEqualTo("0.12");
        assertThat(cost(Prices.of("minute 0.006"), null, new Units(0, 90_000, 0), NOON))
                .isEqualTo("0.009");
        // A millisecond of a minute at 0.006: 0.0000001 exactly; at 0.001: 16,666.67 picodollars, rounded once.
        assertThat(cost(Prices.of("minute 0.006"), null, new Units(0, 1, 0), NOON))
                .isEqualTo("0.0000001");
        assertThat(cost(Prices.of("minute 0.001"), null, new Units(0, 1, 0), NOON))
                .isEqualTo("0.000000016667");
        assertThat(cost(Prices.of("million_characters 15"), null, new Units(0, 0, 11), NOON))
                .isEqualTo("0.000165");
        assertThat(cost(Prices.of("input 1, output 2"), null, new Units(3, 0, 0), NOON))
                .isNull();
    }

    @Test
    void doesNotChargeByUnitsWhatIsChargedByTokens() {
        Prices image = Prices.of("input 5, output 10, image_output 30, image 0.04");
        assertThat(cost(image, usage(100, 0, 0, 0, 0, 0, 100, 0, 0, 100), new Units(1, 0, 0), NOON))
                .isEqualTo("0.0035");
        assertThat(cost(image, Usage.of(100, 0), new Units(1, 0, 0), NOON)).isEqualTo("0.0405");
        Prices minutes = Prices.of("input 2, output 4, minute 0.006");
        assertThat(cost(minutes, Usage.of(100, 10), new Units(0, 60_000, 0), NOON))
                .isEqualTo("0.00024");
    }

    @Test
    void saturatesInsteadOfWrapping() {
        Prices dear = Prices.of("input 9000000, output 9000000");
        assertThat(CostModel.actual(dear.price(), Usage.of(PicoUsd.MAX, PicoUsd.MAX), Units.NONE, NOON))
                .isEqualTo(PicoUsd.MAX);
        assertThat(cost(Prices.of("input 15, output 75"), Usage.of(10_000_000, 1_000_000)))
                .isEqualTo("225");
    }

    @Test
    void addsAMillionSmallCallsExactly() {
        Price price = Prices.of("input 0.28, output 0.42").price();
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            Long cost = CostModel.actual(price, Usage.of(10, 5), Units.NONE, i);
            sum = PicoUsd.addSaturating(sum, cost == null ? PicoUsd.MAX : cost);
        }
        assertThat(PicoUsd.print(sum)).isEqualTo("4.9");
    }

    @ParameterizedTest
    @CsvSource({"100, 105, false", "100, 106, true", "100, 95, false", "100, 94, true", "0, 0, false", "0, 1, true"})
    void seesADriftBeyondFivePercent(long ours, long theirs, boolean drifts) {
        assertThat(CostModel.drifts(ours, theirs)).isEqualTo(drifts);
    }
}
