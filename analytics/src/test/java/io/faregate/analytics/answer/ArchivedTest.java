package io.faregate.analytics.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.UtcTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchivedTest {
    private static final Long BEFORE = UtcTime.parseMicros("2026-08-20T00:00:00.000Z");

    @ParameterizedTest
    @CsvSource({
        ", '\"2026-08-20T00:00:00Z\"'",
        "2026-08-19T23:59:59.999Z, '\"2026-08-20T00:00:00Z\"'",
        "2026-08-20, null",
        "2026-08-21, null"
    })
    void isToldOfARangeThatBeginsBeforeAlone(@Nullable String from, String told) {
        assertThat(Archived.told(Json.object(), TimeRange.parse(from, null), BEFORE))
                .hasToString("{\"archived_before\":" + told + "}");
    }

    @Test
    void isNullWhileNothingWasArchived() {
        assertThat(Archived.told(Json.object(), TimeRange.parse(null, null), null))
                .hasToString("{\"archived_before\":null}");
    }
}
