package io.faregate.router.health;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The wait a provider tells, in each of its spellings: {@code retry-after-ms}; {@code Retry-After} as seconds, with a
 * fraction, as a date (RFC 9110, section 10.2.3) against the provider's own clock, or as {@code 1m30s}; Google's
 * {@code retryDelay}; the reset of a limit of which nothing is left; words. The first that makes sense counts; what is
 * negative, zero or unreadable tells nothing. Stateless.
 */
public final class RetryAfter {
    /** No wait was told. */
    static final long NOT_TOLD = Failure.NOT_TOLD;

    private static final long MOST_MILLIS = 100L * 365 * 24 * 3_600_000;
    private static final long EPOCH_SECONDS_FROM = 1_000_000_000L;
    private static final long EPOCH_MILLIS_FROM = 1_000_000_000_000L;
    private static final int MOST_CHARS = 64;

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(?:\\.\\d{1,18})?");
    private static final String DURATION_PARTS =
            "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,9}(?:\\.\\d{1,9})?)s)?(?:(\\d{1,12}(?:\\.\\d{1,9})?)ms)?";
    private static final Pattern DURATION = Pattern.compile(DURATION_PARTS);
    private static final Pattern WORDS = Pattern.compile(
            "(?:try again|retry|available again|resets?|wait)(?: again)?(?: in| after| for)? (?:about )?"
                    + "(?:(\\d{1,9}(?:\\.\\d{1,9})?) ?(milliseconds?|seconds?|minutes?|hours?)|([0-9][0-9.dhms]{1,30}))");

    private static final List<String> BUCKETS = List.of(
            "requests",
            "tokens",
            "requests-minute",
            "requests-hour",
            "requests-day",
            "tokens-minute",
            "tokens-hour",
            "tokens-day");
    private static final List<String> ANTHROPIC_BUCKETS =
            List.of("requests", "tokens", "input-tokens", "output-tokens");

    private RetryAfter() {}

    /** What the answer says outright: headers and Google's member. */
    static long told(UnaryOperator<@Nullable String> header, JsonNode body, long nowMillis) {
        long wait = milliseconds(header.apply("retry-after-ms"));
        if (wait == NOT_TOLD) {
            wait = retryAfter(header.apply("retry-after"), header.apply("date"), nowMillis);
        }
        if (wait == NOT_TOLD) {
            wait = retryDelay(body);
        }
        return wait;
    }

    /** What can be gathered about a limit: resets of what is used up, dates in the body, words. */
    static long gathered(UnaryOperator<@Nullable String> header, JsonNode body, String text, long nowMillis) {
        long wait = resets(header, nowMillis);
        if (wait == NOT_TOLD) {
            wait = inBody(body, nowMillis);
        }
        return wait == NOT_TOLD ? words(text) : wait;
    }

    /**
     * How long until a limit is full again, as its reset header says.
     *
     * @param value seconds, a duration, an instant as a number or by RFC 3339
     * @return milliseconds, or {@link Failure#NOT_TOLD}
     */
    public static long untilReset(String value, long nowMillis) {
        return reset(value.strip(), nowMillis);
    }

    private static long retryAfter(@Nullable String value, @Nullable String date, long nowMillis) {
        if (value == null || value.length() > MOST_CHARS) {
            return NOT_TOLD;
        }
        String trimmed = value.strip();
        long wait = reset(trimmed, nowMillis);
        if (wait == NOT_TOLD && trimmed.indexOf(' ') > 0) {
            long until = httpDate(trimmed);
            long sent = date == null ? -1 : httpDate(date.strip());
            wait = until < 0 ? NOT_TOLD : sensible(until - (sent < 0 ? nowMillis : sent));
        }
        return wait;
    }

    private static long retryDelay(JsonNode body) {
        JsonNode error = body.path("error").isObject() ? body.path("error") : body;
        for (JsonNode detail : error.path("details")) {
            long wait = duration(detail.path("retryDelay").asText(""));
            if (wait != NOT_TOLD) {
                return wait;
            }
        }
        return NOT_TOLD;
    }

    private static long inBody(JsonNode body, long nowMillis) {
        JsonNode metadata = body.path("error").path("metadata");
        for (JsonNode node : List.of(
                metadata.path("resets_at"),
                body.path("error").path("resets_at"),
                metadata.path("headers").path("X-RateLimit-Reset"))) {
            long wait = reset(node.asText(""), nowMillis);
            if (wait != NOT_TOLD) {
                return wait;
            }
        }
        return NOT_TOLD;
    }

    private static long resets(UnaryOperator<@Nullable String> header, long nowMillis) {
        long longest = NOT_TOLD;
        for (String bucket : BUCKETS) {
            longest = Math.max(
                    longest,
                    reset(header, "x-ratelimit-remaining-" + bucket, "x-ratelimit-reset-" + bucket, nowMillis));
        }
        for (String bucket : ANTHROPIC_BUCKETS) {
            String prefix = "anthropic-ratelimit-" + bucket;
            longest = Math.max(longest, reset(header, prefix + "-remaining", prefix + "-reset", nowMillis));
        }
        return Math.max(longest, reset(header, "x-ratelimit-remaining", "x-ratelimit-reset", nowMillis));
    }

    private static long reset(UnaryOperator<@Nullable String> header, String left, String reset, long nowMillis) {
        String remaining = header.apply(left);
        String value = remaining == null || !remaining.strip().equals("0") ? null : header.apply(reset);
        return value == null ? NOT_TOLD : reset(value.strip(), nowMillis);
    }

    /** A number of seconds, an instant as epoch seconds or milliseconds, a duration, or an RFC 3339 time. */
    private static long reset(String value, long nowMillis) {
        if (value.length() > MOST_CHARS || value.isEmpty()) {
            return NOT_TOLD;
        }
        if (NUMBER.matcher(value).matches()) {
            BigDecimal number = new BigDecimal(value);
            if (number.compareTo(BigDecimal.valueOf(EPOCH_MILLIS_FROM)) >= 0) {
                return sensible(number.longValue() - nowMillis);
            }
            long millis = ceilMillis(number);
            return sensible(
                    number.compareTo(BigDecimal.valueOf(EPOCH_SECONDS_FROM)) >= 0 ? millis - nowMillis : millis);
        }
        long wait = duration(value);
        return wait == NOT_TOLD && value.indexOf('T') > 0 ? rfc3339(value, nowMillis) : wait;
    }

    private static long rfc3339(String value, long nowMillis) {
        try {
            return sensible(OffsetDateTime.parse(value).toInstant().toEpochMilli() - nowMillis);
        } catch (DateTimeException e) {
            return NOT_TOLD;
        }
    }

    private static long milliseconds(@Nullable String value) {
        if (value == null || !NUMBER.matcher(value.strip()).matches()) {
            return NOT_TOLD;
        }
        return sensible(
                new BigDecimal(value.strip()).setScale(0, RoundingMode.CEILING).longValue());
    }

    /** The day of the week is left out of account: a wrong one makes a date no less clear. */
    private static long httpDate(String value) {
        int comma = value.indexOf(',');
        try {
            return ZonedDateTime.parse(value.substring(comma + 1).strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException e) {
            return -1;
        }
    }

    /** {@code 1h2m3.5s}, {@code 750ms}; all parts may be absent, but not all at once. */
    private static long duration(String value) {
        Matcher parts = DURATION.matcher(value);
        if (value.isEmpty() || !parts.matches()) {
            return NOT_TOLD;
        }
        BigDecimal seconds = part(parts, 1, 86_400)
                .add(part(parts, 2, 3_600))
                .add(part(parts, 3, 60))
                .add(part(parts, 4, 1));
        String millis = parts.group(5);
        return sensible(ceilMillis(millis == null ? seconds : seconds.add(new BigDecimal(millis).movePointLeft(3))));
    }

    private static BigDecimal part(Matcher parts, int group, long seconds) {
        String digits = parts.group(group);
        return digits == null ? BigDecimal.ZERO : new BigDecimal(digits).multiply(BigDecimal.valueOf(seconds));
    }

    private static long words(String text) {
        Matcher words = WORDS.matcher(text);
        while (words.find()) {
            long wait;
            if (words.group(3) != null) {
                String spelled = words.group(3);
                wait = duration(spelled.endsWith(".") ? spelled.replaceAll("\\.+$", "") : spelled);
            } else {
                BigDecimal number = new BigDecimal(words.group(1));
                wait = sensible(ceilMillis(
                        switch (words.group(2).charAt(1)) {
                            case 'e' -> number;
                            case 'o' -> number.multiply(BigDecimal.valueOf(3_600));
                            default ->
                                words.group(2).startsWith("milli")
                                        ? number.movePointLeft(3)
                                        : number.multiply(BigDecimal.valueOf(60));
                        }));
            }
            if (wait != NOT_TOLD) {
                return wait;
            }
        }
        return NOT_TOLD;
    }

    private static long ceilMillis(BigDecimal seconds) {
        BigDecimal millis = seconds.movePointRight(3).setScale(0, RoundingMode.CEILING);
        return millis.min(BigDecimal.valueOf(Long.MAX_VALUE / 2)).longValue();
    }

    private static long sensible(long millis) {
        return millis <= 0 ? NOT_TOLD : Math.min(millis, MOST_MILLIS);
    }
}
