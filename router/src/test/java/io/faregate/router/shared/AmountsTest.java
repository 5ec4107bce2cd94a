package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 0",
        "1, 0 1",
        "999999, 0 999999",
        "1000000, 1 0",
        "4900001, 4 900001",
        "-1, -1 999999",
        "-1000000, -1 0",
        "9223372036854775807, 9223372036854 775807",
    })
    void writesMillionsAndTheRest(long picoUsd, String pair) {
        assertThat(Amounts.print(picoUsd)).isEqualTo(pair);
        assertThat(Amounts.parse(pair)).isEqualTo(picoUsd);
        assertThat(Amounts.parseFirst(pair + " 17 4")).isEqualTo(picoUsd);
        assertThat(Amounts.parseSecond("17 4 " + pair)).isEqualTo(picoUsd);
        StringBuilder text = new StringBuilder("x");
        Amounts.append(text, picoUsd);
        assertThat(text).hasToString("x " + pair);
    }
}
