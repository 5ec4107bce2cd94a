package io.faregate.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {
    /** 2026-08-20T12:00:00Z. */
    private static final long NOW = 1_787_227_200_000L;

    private static final JsonNode NO_BODY = MissingNode.getInstance();

    private static long told(String name, String value) {
        return RetryAfter.told(Map.of(name, value)::get, NO_BODY, NOW);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "120 | 120000",
                "1.5 | 1500",
                "100.5 | 100500",
                "0.0001 | 1",
                "` 30 ` | 30000",
                "`Thu, 20 Aug 2026 12:02:00 GMT` | 120000",
                "`Mon, 20 Aug 2026 12:02:00 GMT` | 120000",
                "1m30s | 90000",
                "6m0s | 360000",
                "2m59.56s | 179560",
                "12ms | 12",
                "9h54m | 35640000",
                "1h2m3.5s | 3723500",
                "864000 | 864000000",
                "1787227260 | 60000",
                "1787227260000 | 60000",
                "2026-08-20T12:00:30Z | 30000"
            })
    void readsEverySpellingOfRetryAfter(String value, long millis) {
        assertThat(told("retry-after", value)).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-3",
                "soon",
                "1e9",
                "99999999999999999999x",
                "99999999999999999999999999",
                "Thu, 20 Aug 2020 11:00:00 GMT",
                "2020-08-20T12:00:30Z",
                "20 seconds or so",
                "NaN",
                "Infinity",
                "0x10",
                "s",
                "m",
                "1787227100"
            })
    void takesTheSenselessForUntold(String value) {
        assertThat(told("retry-after", value)).isEqualTo(RetryAfter.NOT_TOLD);
        assertThat(told("retry-after-ms", value.isEmpty() ? "-1" : value.replace("1787227100", "0")))
                .isEqualTo(RetryAfter.NOT_TOLD);
    }

    @Test
    void measuresADateAgainstTheProvidersClock() {
        Map<String, String> skewed =
                Map.of("retry-after", "Thu, 20 Aug 2026 15:00:20 GMT", "date", "Thu, 20 Aug 2026 15:00:00 GMT");
        assertThat(RetryAfter.told(skewed::get, NO_BODY, NOW)).isEqualTo(20_000);
    }

    @Test
    void prefersMilliseconds() {
        Map<String, String> both = Map.of("retry-after", "2", "retry-after-ms", "1500");
        assertThat(RetryAfter.told(both::get, NO_BODY, NOW)).isEqualTo(1_500);
        Map<String, String> broken = Map.of("retry-after", "2", "retry-after-ms", "x");
        assertThat(RetryAfter.told(broken::get, NO_BODY, NOW)).isEqualTo(2_000);
    }

    @Test
    void readsGooglesRetryDelay() throws JsonProcessingException {
        JsonNode body =
                new ObjectMapper().readTree("{\"error\":{\"details\":[{\"reason\":\"x\"},{\"retryDelay\":\"2.5s\"}]}}");
        assertThat(RetryAfter.told(name -> null, body, NOW)).isEqualTo(2_500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`x-ratelimit-remaining-requests=0;x-ratelimit-reset-requests=1m30s` | 90000",
                "`x-ratelimit-remaining-requests=5;x-ratelimit-reset-requests=1m30s` | -1",
                "`x-ratelimit-remaining-tokens=0;x-ratelimit-reset-tokens=12ms;x-ratelimit-remaining-requests=0;x-ratelimit-reset-requests=2s` | 2000",
                "`x-ratelimit-remaining-tokens-minute=0;x-ratelimit-reset-tokens-minute=24.5` | 24500",
                "`anthropic-ratelimit-tokens-remaining=0;anthropic-ratelimit-tokens-reset=2026-08-20T12:01:00Z` | 60000",
                "`x-ratelimit-remaining=0;x-ratelimit-reset=1787227260000` | 60000",
                "`x-ratelimit-remaining-tokens=-1;x-ratelimit-reset-tokens=0` | -1"
            })
    void takesTheResetOfWhatIsUsedUp(String headers, long millis) {
        Map<String, String> map = new HashMap<>();
        for (String header : headers.split(";", -1)) {
            int equals = header.indexOf('=');
            map.put(header.substring(0, equals), header.substring(equals + 1));
        }
        assertThat(RetryAfter.gathered(map::get, NO_BODY, "", NOW)).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`Please try again in 9m38.016s.` | 578016",
                "`Please retry in 9h54m..` | 35640000",
                "`Please try again in 1.2s. Visit` | 1200",
                "`Please wait 7 seconds` | 7000",
                "`try again in 2 minutes` | 120000",
                "`try again in about 1 hour` | 3600000",
                "`retry after 500 milliseconds` | 500",
                "`try again in a moment, or wait 3 seconds` | 3000",
                "`Please try again later` | -1",
                "`try again in 0s` | -1"
            })
    void readsWords(String words, long millis) {
        assertThat(RetryAfter.gathered(name -> null, NO_BODY, words.toLowerCase(Locale.ROOT), NOW))
                .isEqualTo(millis);
    }
}
