package io.faregate.analytics.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UtcTimeTest {
    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0",
        "2026-08-20T23:59:59.000Z, 1787270399000000",
        "2026-08-20T23:59:59.123456Z, 1787270399123456",
        "2026-08-20T23:59:59.1Z, 1787270399100000",
        "2026-08-21T05:29:59+05:30, 1787270399000000",
        "2026-08-20T23:59:59.123456789Z, 1787270399123456",
        "2024-02-29T00:00:00Z, 1709164800000000"
    })
    void readsTimesWithTheirOffset(String text, long micros) {
        assertThat(UtcTime.parseMicros(text)).isEqualTo(micros);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2026-08-20",
                "2026-08-20T10:00:00",
                "2026-02-30T00:00:00Z",
                "2026-08-20T24:30:00Z",
                "1969-12-31T23:59:59Z",
                "2250-01-01T00:00:00Z"
            })
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> UtcTime.parseMicros(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void printsUtc() {
        assertThat(UtcTime.print(1787270399000000L)).isEqualTo("2026-08-20T23:59:59.000Z");
        assertThat(UtcTime.print(1787270399123456L)).isEqualTo("2026-08-20T23:59:59.123456Z");
        assertThat(UtcTime.printBound(1787270400000000L)).isEqualTo("2026-08-21T00:00:00Z");
    }
}
