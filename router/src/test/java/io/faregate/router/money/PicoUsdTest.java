package io.faregate.router.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PicoUsdTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.0, 0",
        "0e999999999, 0",
        "0.000000000001, 1",
        "0.0000049, 4900000",
        "25.00, 25000000000000",
        "1e-6, 1000000",
        "2.5E2, 250000000000000",
        "9223372.036854775807, 9223372036854775807",
    })
    void parsesEveryAmountItCanHold(String dollars, long picoUsd) {
        assertThat(PicoUsd.parse(dollars)).isEqualTo(picoUsd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "x", "1,5", "NaN", "Infinity", "0x10", "$1"})
    void refusesWhatIsNoNumber(String dollars) {
        assertThatThrownBy(() -> PicoUsd.parse(dollars))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found \"" + dollars + "\", expected an amount of dollars");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.01", "9223372.036854775808", "1e999999999", "-1e999999999"})
    void refusesWhatIsOutOfRangeWithoutWritingItOut(String dollars) {
        assertThatThrownBy(() -> PicoUsd.parse(dollars))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected an amount of 0 to 9223372.036854775807 dollars");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0000000000001", "1.0000000000005", "1e-13", "1e-999999999"})
    void refusesMoreThanTwelvePlaces(String dollars) {
        assertThatThrownBy(() -> PicoUsd.parse(dollars))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected at most 12 decimal places");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 0.000000000001",
        "4900000, 0.0000049",
        "25000000000000, 25",
        "500000000000, 0.5",
        "-500000000000, -0.5",
        "10000000000000, 10",
        "9223372036854775807, 9223372.036854775807",
        "-9223372036854775808, -9223372.036854775808",
    })
    void printsWithoutNeedlessZeros(long picoUsd, String dollars) {
        assertThat(PicoUsd.print(picoUsd)).isEqualTo(dollars);
    }

    @Test
    void printsWhatItParses() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long picoUsd = random.nextLong() >>> random.nextInt(1, 64);
            String printed = PicoUsd.print(picoUsd);
            assertThat(PicoUsd.parse(printed)).isEqualTo(picoUsd);
            assertThat(printed).isEqualTo(plain(picoUsd));
        }
    }

    private static String plain(long picoUsd) {
        return picoUsd == 0
                ? "0"
                : BigDecimal.valueOf(picoUsd, 12).stripTrailingZeros().toPlainString();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2, 3",
        "9223372036854775807, 1, 9223372036854775807",
        "-9223372036854775808, -1, -9223372036854775808",
        "9223372036854775807, -9223372036854775808, -1",
    })
    void addsUpToTheEnds(long a, long b, long sum) {
        assertThat(PicoUsd.addSaturating(a, b)).isEqualTo(sum);
    }

    @Test
    void addsAndMultipliesLikeBigIntegersCutAtTheEnds() {
        Random random = new Random(2);
        for (int i = 0; i < 20_000; i++) {
            long a = random.nextLong() >> random.nextInt(64);
            long b = random.nextLong() >> random.nextInt(64);
            assertThat(PicoUsd.timesSaturating(a, b))
                    .isEqualTo(cut(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b))));
            assertThat(PicoUsd.addSaturating(a, b))
                    .isEqualTo(cut(BigInteger.valueOf(a).add(BigInteger.valueOf(b))));
        }
    }

    private static long cut(BigInteger value) {
        return value.min(BigInteger.valueOf(PicoUsd.MAX))
                .max(BigInteger.valueOf(PicoUsd.MIN))
                .longValueExact();
    }

    @Test
    void roundsOnceLikeADecimal() {
        Random random = new Random(3);
        BigDecimal unit = BigDecimal.valueOf(1_000_000_000_000L);
        for (int i = 0; i < 50_000; i++) {
            long sum = random.nextLong() >>> random.nextInt(1, 64);
            long factor = i % 3 == 0 ? PicoUsd.ONE_PPM : random.nextLong() >>> random.nextInt(1, 64);
            BigDecimal exact = new BigDecimal(BigInteger.valueOf(sum).multiply(BigInteger.valueOf(factor)));
            assertThat(PicoUsd.perMillionHalfUp(sum, factor))
                    .as("%d at %d", sum, factor)
                    .isEqualTo(cut(exact.divide(unit, 0, RoundingMode.HALF_UP).toBigInteger()));
            assertThat(PicoUsd.perMillionCeiling(sum, factor))
                    .as("%d at %d", sum, factor)
                    .isEqualTo(cut(exact.divide(unit, 0, RoundingMode.CEILING).toBigInteger()));
        }
    }

    @ParameterizedTest
    @CsvSource({"499999, 0, 1", "500000, 1, 1", "1499999, 1, 2", "1500000, 2, 2", "0, 0, 0", "1000000, 1, 1"})
    void roundsHalvesUpAndEstimatesUp(long sum, long halfUp, long ceiling) {
        assertThat(PicoUsd.perMillionHalfUp(sum, PicoUsd.ONE_PPM)).isEqualTo(halfUp);
        assertThat(PicoUsd.perMillionCeiling(sum, PicoUsd.ONE_PPM)).isEqualTo(ceiling);
    }
}
