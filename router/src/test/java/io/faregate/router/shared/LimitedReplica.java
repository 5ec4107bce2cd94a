package io.faregate.router.shared;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.limits.CandidateLimits;
import io.faregate.router.limits.LimitBook;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.limits.RateLimits;
import io.faregate.router.rank.Pool;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Vertx;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A process of its own as far as limits go: one target, its limits and its share of the store. For any thread. */
final class LimitedReplica implements AutoCloseable {
    private static final Candidate CANDIDATE =
            new Pool().add("p", null).candidates().get(0);

    final SharedLimits shared;
    private final LimitBook book = new LimitBook();
    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile long lastNanos;

    LimitedReplica(String name, LoopbackRedis store, LimitRules rules) {
        book.replace(Map.of(CANDIDATE.target().provider().name(), rules), Map.of(), System.nanoTime(), 0);
        shared = new SharedLimits(vertx, store.url(), name, book, Replica.QUICK);
        shared.start();
    }

    static LimitRules rpm(long limit) {
        return new LimitRules(limit, LimitRules.UNLIMITED, LimitRules.UNLIMITED, 0, ZoneOffset.UTC);
    }

    static LimitRules tpm(long limit) {
        return new LimitRules(LimitRules.UNLIMITED, LimitRules.UNLIMITED, limit, 0, ZoneOffset.UTC);
    }

    static LimitRules rpd(long limit) {
        return new LimitRules(LimitRules.UNLIMITED, limit, LimitRules.UNLIMITED, 0, ZoneOffset.UTC);
    }

    /** Makes a call that uses what was estimated, if it may. */
    boolean admits(long tokens) {
        return take(tokens, tokens) != null;
    }

    /** Makes a call, if it may; what is returned tells its real usage. */
    @Nullable
    Runnable take(long tokens, long actualTokens) {
        for (int asks = 0; asks <= CandidateLimits.MOST_ASKS; asks++) {
            long nowNanos = System.nanoTime();
            CandidateLimits limits = book.of(CANDIDATE, nowNanos);
            CandidateLimits.Hold hold = new CandidateLimits.Hold();
            String refusal = limits.tryTake(hold, tokens, nowNanos, System.currentTimeMillis());
            if (refusal == null) {
                calls.incrementAndGet();
                lastNanos = nowNanos;
                return () -> limits.settle(hold, actualTokens);
            }
            if (!RateLimits.LACKING.equals(refusal)) {
                return null;
            }
            CompletableFuture<Void> answered = new CompletableFuture<>();
            limits.ask(tokens, nowNanos, () -> answered.complete(null));
            Replica.get(answered);
        }
        return null;
    }

    /** Calls made so far. */
    int calls() {
        return calls.get();
    }

    /** When the last call was made. */
    long lastNanos() {
        return lastNanos;
    }

    /** Stops as if killed: nothing is given back. */
    @Override
    public void close() {
        Replica.get(vertx.close());
    }
}
