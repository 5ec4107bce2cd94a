package io.faregate.analytics.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PicoUsdTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.0, 0",
        "1, 1000000000000",
        "0.0000049, 4900000",
        "4.9e-06, 4900000",
        "4.9E-6, 4900000",
        "0.000000000001, 1",
        "0.0000000000010, 1",
        "12.5, 12500000000000",
        "999999.999999999999, 999999999999999999",
        "9223372.036854775807, 9223372036854775807",
        "1e3, 1000000000000000"
    })
    void readsDollarsExactly(String dollars, long picoUsd) {
        assertThat(PicoUsd.parse(dollars)).isEqualTo(picoUsd);
    }

    @ParameterizedTest
    @CsvSource({
        "-0.01, money below 0: -0.01",
        "0.0000000000001, money with more than 12 places: 1E-13",
        "1.0000000000001, money with more than 12 places: 1.0000000000001",
        "9223372.036854775808, money out of range: 9223372.036854775808",
        "1e30, money out of range: 1E+30",
        "1e999999999, money out of range: 1E+999999999"
    })
    void refusesWhatItCannotHold(String dollars, String message) {
        assertThatThrownBy(() -> PicoUsd.parse(dollars))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void printsWithoutTrailingZerosOrExponent() {
        assertThat(PicoUsd.dollars(0L).toPlainString()).isEqualTo("0");
        assertThat(PicoUsd.dollars(4_900_000L).toPlainString()).isEqualTo("0.0000049");
        assertThat(PicoUsd.dollars(100_000_000_000_000L).toPlainString()).isEqualTo("100");
        assertThat(PicoUsd.dollars(BigInteger.TEN.pow(30)).toPlainString()).isEqualTo("1000000000000000000");
    }
}
