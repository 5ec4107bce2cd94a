package io.faregate.router.limits;

import org.jspecify.annotations.Nullable;

/**
 * The limits of one key slot or one target, taken together or not at all just before a call goes out. Thread-safe and
 * lock-free. Requests that were dispatched count whatever becomes of them; who is passed over takes nothing.
 *
 * <p>Requests a minute are counted exactly up to {@value #MAX_EXACT_RPM} of them, and by buckets above, see
 * {@link TokenWindow}.
 */
public final class RateLimits {
    /** The reason of a refusal by requests a minute. */
    public static final String RPM = "rpm";

    /** The reason of a refusal by requests a day. */
    public static final String RPD = "rpd";

    /** The reason of a refusal by tokens a minute. */
    public static final String TPM = "tpm";

    /** The reason of a refusal because the last call is too recent. */
    public static final String COOLDOWN = "cooldown";

    /** What only looks like a refusal: other replicas may have left something, see {@link CandidateLimits#ask}. */
    public static final String LACKING = "lacking";

    static final int MAX_EXACT_RPM = 1 << 16;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LimitRules rules;
    private final @Nullable RequestWindow requests;
    private final @Nullable TokenWindow manyRequests;
    private final @Nullable TokenWindow tokens;
    private final @Nullable DayCount day;
    private final @Nullable Pace pace;
    private final Told toldRequests = new Told();
    private final Told toldTokens = new Told();
    private final @Nullable LimitShare share;

    /**
     * Limits of which nothing is used.
     *
     * @param nowNanos an instant not after the first use
     */
    public RateLimits(LimitRules rules, long nowNanos) {
        this(rules, nowNanos, null);
    }

    /** Limits that are shared with other processes, if a share is given. */
    RateLimits(LimitRules rules, long nowNanos, @Nullable LimitShare share) {
        this.rules = rules;
        this.share = share;
        boolean exact = rules.rpm() >= 1 && rules.rpm() <= MAX_EXACT_RPM;
        this.requests = exact ? new RequestWindow((int) rules.rpm()) : null;
        this.manyRequests = rules.rpm() >= 0 && !exact ? new TokenWindow(rules.rpm(), nowNanos) : null;
        this.tokens = rules.tpm() >= 0 ? new TokenWindow(rules.tpm(), nowNanos) : null;
        this.day = rules.rpd() >= 0 ? new DayCount(rules.rpd(), rules.zone()) : null;
        this.pace = rules.cooldownNanos() > 0 ? new Pace(rules.cooldownNanos(), nowNanos) : null;
    }

    /** The rules these limits keep. */
    public LimitRules rules() {
        return rules;
    }

    /**
     * Takes a place for one call.
     *
     * @param taken told what was taken, for {@link #settle}
     * @param estimatedTokens input and asked output
     * @return null when the call may go out, else the limit that is in the way, as a word for rows and answers, or
     *     {@link #LACKING}
     */
    public @Nullable String tryTake(Taken taken, long estimatedTokens, long nowNanos, long nowMillis) {
        if (share == null) {
            return tryTakeOwn(taken, estimatedTokens, nowNanos, nowMillis);
        }
        if (!share.take(rules, estimatedTokens, nowNanos)) {
            return LACKING;
        }
        String refusal = tryTakeOwn(taken, estimatedTokens, nowNanos, nowMillis);
        share.arrived(rules, estimatedTokens);
        return refusal;
    }

    private @Nullable String tryTakeOwn(Taken taken, long estimatedTokens, long nowNanos, long nowMillis) {
        if (toldRequests.left(nowNanos) < 1) {
            return RPM;
        }
        long bucket = 0;
        if (tokens != null) {
            bucket = tokens.tryTake(estimatedTokens, nowNanos);
            if (bucket < 0) {
                return TPM;
            }
        }
        String refusal = toldTokens.tryTake(estimatedTokens, nowNanos) ? null : TPM;
        if (refusal == null) {
            refusal = tryTakeRequest(nowNanos, nowMillis);
            if (refusal != null) {
                toldTokens.giveBack(estimatedTokens, nowNanos);
            }
        }
        if (refusal == null) {
            taken.set(bucket, estimatedTokens);
        } else if (tokens != null) {
            tokens.correct(bucket, estimatedTokens, 0);
        }
        return refusal;
    }

    /** The request's own places; that of the minute comes last, because it cannot be given back. */
    private @Nullable String tryTakeRequest(long nowNanos, long nowMillis) {
        if (!toldRequests.tryTake(1, nowNanos)) {
            return RPM;
        }
        if (day != null && !day.tryTake(nowMillis)) {
            toldRequests.giveBack(1, nowNanos);
            return RPD;
        }
        if (pace != null && !pace.tryTake(nowNanos)) {
            giveBackRequest(nowNanos, nowMillis);
            return COOLDOWN;
        }
        if (!tryTakeMinute(nowNanos)) {
            if (pace != null) {
                pace.giveBack(nowNanos);
            }
            giveBackRequest(nowNanos, nowMillis);
            return RPM;
        }
        return null;
    }

    private void giveBackRequest(long nowNanos, long nowMillis) {
        if (day != null) {
            day.giveBack(nowMillis);
        }
        toldRequests.giveBack(1, nowNanos);
    }

    private boolean tryTakeMinute(long nowNanos) {
        if (requests != null) {
            return requests.tryTake(nowNanos);
        }
        return manyRequests == null || manyRequests.tryTake(1, nowNanos) >= 0;
    }

    /** Puts what a call really used in the place of its estimate; later calls for the same call do nothing. */
    public void settle(Taken taken, long actualTokens) {
        long bucket = taken.takeBucket();
        if (bucket >= 0 && tokens != null) {
            tokens.correct(bucket, taken.tokens(), Math.max(0, actualTokens));
        }
    }

    /** Gives back what was taken a moment ago for a call that did not go out; only the minute's place stays taken. */
    void giveBack(Taken taken, long nowNanos, long nowMillis) {
        toldTokens.giveBack(taken.tokens(), nowNanos);
        settle(taken, 0);
        if (pace != null) {
            pace.giveBack(nowNanos);
        }
        giveBackRequest(nowNanos, nowMillis);
    }

    /** What would refuse a call now, or null; nothing is taken. */
    public @Nullable String refusal(long estimatedTokens, long nowNanos, long nowMillis) {
        if (!requestPasses(nowNanos)) {
            return RPM;
        }
        if (tokensLeft(nowNanos) < estimatedTokens) {
            return TPM;
        }
        if (day != null && day.left(nowMillis) < 1) {
            return RPD;
        }
        if (pace != null && pace.freeAtNanos(nowNanos) > nowNanos) {
            return COOLDOWN;
        }
        return share == null ? null : share.refusal(rules, estimatedTokens, nowNanos);
    }

    /** Notes what a call lacks of what replicas share; null without anybody to ask. */
    @Nullable
    PermitSource lack(long estimatedTokens, long nowNanos) {
        return share == null ? null : share.lack(rules, estimatedTokens, nowNanos);
    }

    /** What this process says of these limits to those that share them. */
    void state(String name, long nowNanos, long nowMillis, PermitVisitor visitor) {
        LimitShare shared = share;
        if (shared == null) {
            return;
        }
        RequestWindow exact = requests;
        TokenWindow many = manyRequests;
        if (exact != null) {
            visitor.visit(shared.requests, "rpm:" + name, rules.rpm(), false, () -> exact.used(nowNanos));
        } else if (many != null) {
            visitor.visit(shared.requests, "rpm:" + name, rules.rpm(), false, () -> many.used(nowNanos));
        }
        TokenWindow ofTokens = tokens;
        if (ofTokens != null) {
            visitor.visit(shared.tokens, "tpm:" + name, rules.tpm(), false, () -> ofTokens.used(nowNanos));
        }
        DayCount today = day;
        if (today != null) {
            long number = today.epochDay(nowMillis);
            shared.turnDay(number);
            visitor.visit(shared.day, "rpd:" + name + ':' + number, rules.rpd(), true, () -> today.used(nowMillis));
        }
    }

    /** Tells when the pause after the last call of this process ends, if one runs. */
    void pause(String name, long nowNanos, PauseVisitor visitor) {
        if (pace != null && pace.ownEndNanos() - nowNanos > 0) {
            visitor.visit(name, pace.ownEndNanos());
        }
    }

    /** Nobody passes before an instant, because another process has called. */
    void waitUntil(long nanos) {
        if (pace != null) {
            pace.waitUntil(nanos);
        }
    }

    /** Drops what is held of what replicas share. */
    void drain() {
        if (share != null) {
            share.drain();
        }
    }

    /** When a call of that size passes, as far as is known now; {@link Long#MAX_VALUE} when it never will. */
    public long freeAtNanos(long estimatedTokens, long nowNanos, long nowMillis) {
        long free = Math.max(toldRequests.freeAtNanos(1, nowNanos), toldTokens.freeAtNanos(estimatedTokens, nowNanos));
        if (requests != null) {
            free = Math.max(free, requests.freeAtNanos(nowNanos));
        }
        if (manyRequests != null) {
            free = Math.max(free, manyRequests.freeAtNanos(1, nowNanos));
        }
        if (tokens != null) {
            free = Math.max(free, tokens.freeAtNanos(estimatedTokens, nowNanos));
        }
        if (day != null) {
            free = Math.max(free, nowNanos + day.millisUntilFree(nowMillis) * NANOS_PER_MILLI);
        }
        if (share != null && free <= nowNanos) {
            free = share.freeAtNanos(rules, estimatedTokens, nowNanos, nowMillis);
        }
        return pace == null ? free : Math.max(free, pace.freeAtNanos(nowNanos));
    }

    private boolean requestPasses(long nowNanos) {
        if (requests != null) {
            return requests.hasRoom(nowNanos) && toldRequests.left(nowNanos) >= 1;
        }
        return requestsLeft(nowNanos) >= 1;
    }

    /** Requests that pass in this minute, {@link Long#MAX_VALUE} without a limit. */
    public long requestsLeft(long nowNanos) {
        long told = toldRequests.left(nowNanos);
        if (requests != null) {
            return Math.min(told, requests.left(nowNanos));
        }
        return manyRequests == null ? told : Math.min(told, manyRequests.left(nowNanos));
    }

    /** Tokens that pass in this minute, {@link Long#MAX_VALUE} without a limit. */
    public long tokensLeft(long nowNanos) {
        long told = toldTokens.left(nowNanos);
        return tokens == null ? told : Math.min(told, tokens.left(nowNanos));
    }

    /** Requests that pass today, {@link Long#MAX_VALUE} without a limit. */
    public long requestsLeftToday(long nowMillis) {
        return day == null ? Long.MAX_VALUE : day.left(nowMillis);
    }

    /** What an answer's headers say is left of the provider's own request limit; it never raises what is left. */
    public void requestsTold(long left, long resetNanos, long nowNanos) {
        toldRequests.lower(left, nowNanos + resetNanos, nowNanos);
    }

    /** What an answer's headers say is left of the provider's own token limit; it never raises what is left. */
    public void tokensTold(long left, long resetNanos, long nowNanos) {
        toldTokens.lower(left, nowNanos + resetNanos, nowNanos);
    }

    /** Limits under other rules that remember the requests of the last minute and of today; tokens begin anew. */
    public RateLimits under(LimitRules changed, long nowNanos, long nowMillis) {
        RateLimits next = new RateLimits(changed, nowNanos, share);
        if (requests != null && next.requests != null) {
            next.requests.replay(requests, nowNanos);
        }
        if (day != null && next.day != null) {
            next.day.replay(day, nowMillis);
        }
        return next;
    }
}
