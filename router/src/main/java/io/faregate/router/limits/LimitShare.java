package io.faregate.router.limits;

import org.jspecify.annotations.Nullable;

/**
 * The permits of one key slot or one target, of requests and tokens a minute and of requests a day. Thread-safe and
 * lock-free. It outlives a change of the rules.
 */
final class LimitShare {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long AGAIN_NANOS = 1_000_000_000;

    final Permits requests;
    final Permits tokens;
    final Permits day;
    private final PermitSource source;
    private long dayNumber;

    LimitShare(PermitSource source, long nowNanos) {
        this.source = source;
        requests = new Permits(nowNanos);
        tokens = new Permits(nowNanos);
        day = new Permits(nowNanos);
    }

    /** What stands against a call: null for nothing, {@link RateLimits#LACKING} where asking may help. */
    @Nullable
    String refusal(LimitRules rules, long estimatedTokens, long nowNanos) {
        String requestsRefusal = rules.rpm() < 0 ? null : refusal(requests, 1, RateLimits.RPM, nowNanos);
        String tokensRefusal = rules.tpm() < 0 ? null : refusal(tokens, estimatedTokens, RateLimits.TPM, nowNanos);
        String dayRefusal = rules.rpd() < 0 ? null : refusal(day, 1, RateLimits.RPD, nowNanos);
        String worse = worse(requestsRefusal, tokensRefusal);
        return worse(worse, dayRefusal);
    }

    private @Nullable String refusal(Permits permits, long count, String word, long nowNanos) {
        if (permits.holds(count, nowNanos)) {
            return null;
        }
        return permits.knownShort(count, nowNanos) || !source.reachable() ? word : RateLimits.LACKING;
    }

    private static @Nullable String worse(@Nullable String one, @Nullable String other) {
        return one == null || (RateLimits.LACKING.equals(one) && other != null) ? other : one;
    }

    /** When to try again: nobody here knows how old the calls of others are, but a day ends when it ends. */
    long freeAtNanos(LimitRules rules, long estimatedTokens, long nowNanos, long nowMillis) {
        String refusal = refusal(rules, estimatedTokens, nowNanos);
        if (RateLimits.RPD.equals(refusal)) {
            return nowNanos + DayCount.millisLeft(rules.zone(), nowMillis) * NANOS_PER_MILLI;
        }
        return refusal == null ? nowNanos : nowNanos + AGAIN_NANOS;
    }

    /** Notes what a call lacks; whom to ask for it. */
    PermitSource lack(LimitRules rules, long estimatedTokens, long nowNanos) {
        if (rules.rpm() >= 0 && !requests.holds(1, nowNanos)) {
            requests.lack(1);
        }
        if (rules.tpm() >= 0 && !tokens.holds(estimatedTokens, nowNanos)) {
            tokens.lack(estimatedTokens);
        }
        if (rules.rpd() >= 0 && !day.holds(1, nowNanos)) {
            day.lack(1);
        }
        return source;
    }

    /** Takes one call's permits, all or none. */
    boolean take(LimitRules rules, long estimatedTokens, long nowNanos) {
        if (rules.rpm() >= 0 && !requests.take(1, nowNanos)) {
            return false;
        }
        if (rules.tpm() >= 0 && !tokens.take(estimatedTokens, nowNanos)) {
            arrived(rules.rpm() >= 0, false, false, estimatedTokens);
            return false;
        }
        if (rules.rpd() >= 0 && !day.take(1, nowNanos)) {
            arrived(rules.rpm() >= 0, rules.tpm() >= 0, false, estimatedTokens);
            return false;
        }
        return true;
    }

    /** The call's places are counted by now, or were not to be had. */
    void arrived(LimitRules rules, long estimatedTokens) {
        arrived(rules.rpm() >= 0, rules.tpm() >= 0, rules.rpd() >= 0, estimatedTokens);
    }

    private void arrived(boolean ofRequests, boolean ofTokens, boolean ofDay, long estimatedTokens) {
        if (ofRequests) {
            requests.arrived(1);
        }
        if (ofTokens) {
            tokens.arrived(estimatedTokens);
        }
        if (ofDay) {
            day.arrived(1);
        }
    }

    /** What is held of another day is worth nothing. For the one who talks to the store. */
    void turnDay(long number) {
        if (number != dayNumber) {
            dayNumber = number;
            day.drain();
        }
    }

    void drain() {
        requests.drain();
        tokens.drain();
        day.drain();
    }
}
