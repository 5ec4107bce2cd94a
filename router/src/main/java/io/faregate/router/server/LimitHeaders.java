package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.RetryAfter;
import io.faregate.router.limits.RateLimits;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** Believes a provider that says how little is left of its own limits. Stateless. */
final class LimitHeaders {
    private static final CharSequence REQUESTS_LEFT = "x-ratelimit-remaining-requests";
    private static final CharSequence REQUESTS_RESET = "x-ratelimit-reset-requests";
    private static final CharSequence TOKENS_LEFT = "x-ratelimit-remaining-tokens";
    private static final CharSequence TOKENS_RESET = "x-ratelimit-reset-tokens";
    private static final int MOST_DIGITS = 18;

    private LimitHeaders() {}

    static void follow(Loop loop, Candidate candidate, MultiMap headers) {
        RateLimits limits =
                loop.shared().limits().of(candidate, loop.nowNanos()).slot();
        if (limits == null) {
            return;
        }
        long requests = count(headers.get(REQUESTS_LEFT));
        if (requests >= 0) {
            long reset = resetNanos(loop, headers.get(REQUESTS_RESET));
            if (reset > 0) {
                limits.requestsTold(requests, reset, loop.nowNanos());
            }
        }
        long tokens = count(headers.get(TOKENS_LEFT));
        if (tokens >= 0) {
            long reset = resetNanos(loop, headers.get(TOKENS_RESET));
            if (reset > 0) {
                limits.tokensTold(tokens, reset, loop.nowNanos());
            }
        }
    }

    private static long count(@Nullable String value) {
        if (value == null || value.isEmpty() || value.length() > MOST_DIGITS) {
            return -1;
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return -1;
            }
        }
        return Long.parseLong(value);
    }

    private static long resetNanos(Loop loop, @Nullable String value) {
        return value == null ? -1 : RetryAfter.untilReset(value, loop.wallMillis()) * 1_000_000;
    }
}
