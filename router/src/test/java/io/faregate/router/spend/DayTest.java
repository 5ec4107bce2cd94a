package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DayTest {
    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @ParameterizedTest
    @CsvSource({
        "Asia/Tokyo, 2026-08-19, 2026-08-18T15:00:00Z, 2026-08-19T15:00:00Z, 24",
        "America/Los_Angeles, 2026-08-19, 2026-08-19T07:00:00Z, 2026-08-20T07:00:00Z, 24",
        "America/Los_Angeles, 2026-03-08, 2026-03-08T08:00:00Z, 2026-03-09T07:00:00Z, 23",
        "America/Los_Angeles, 2026-11-01, 2026-11-01T07:00:00Z, 2026-11-02T08:00:00Z, 25",
        "UTC, 2026-12-31, 2026-12-31T00:00:00Z, 2027-01-01T00:00:00Z, 24",
        // Cuba turns its clocks at midnight: the day starts at one.
        "America/Havana, 2026-03-08, 2026-03-08T05:00:00Z, 2026-03-09T04:00:00Z, 23",
    })
    void runsFromLocalMidnightToLocalMidnight(String zone, String date, String start, String end, long hours) {
        ZoneId id = ZoneId.of(zone);
        long epochDay = LocalDate.parse(date).toEpochDay();
        Day day = Day.of(id, millis(start));
        assertThat(day).isEqualTo(new Day(epochDay, millis(start), millis(end)));
        assertThat((day.endMillis() - day.startMillis()) / 3_600_000).isEqualTo(hours);
        assertThat(Day.of(id, millis(end) - 1)).isEqualTo(day);
        assertThat(Day.of(id, millis(end)).epochDay()).isEqualTo(epochDay + 1);
        assertThat(Day.of(id, millis(start) - 1).epochDay()).isEqualTo(epochDay - 1);
    }

    @Test
    void containsItsStartAndNotItsEnd() {
        Day day = new Day(1, 100, 200);
        assertThat(day.contains(99)).isFalse();
        assertThat(day.contains(100)).isTrue();
        assertThat(day.contains(199)).isTrue();
        assertThat(day.contains(200)).isFalse();
    }
}
