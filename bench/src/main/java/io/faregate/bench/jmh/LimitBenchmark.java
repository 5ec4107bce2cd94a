package io.faregate.bench.jmh;

import io.faregate.router.limits.LimitRules;
import io.faregate.router.limits.RateLimits;
import io.faregate.router.limits.Taken;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * One call taken under requests and tokens a minute, and its tokens corrected, by two threads on the same limits. The
 * clock of each thread goes on by two milliseconds a call.
 *
 * <p>{@code scripts/bench LimitBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(2)
public class LimitBenchmark {
    private static final long STEP_NANOS = 2_000_000;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final long RPM = 100_000;
    private static final long TPM = 1_000_000_000;
    private static final long TOKENS = 2_000;

    /** What both threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        final RateLimits limits = new RateLimits(new LimitRules(RPM, LimitRules.UNLIMITED, TPM, 0, ZoneOffset.UTC), 0);
        final ArrayDeque<long[]> log = new ArrayDeque<>();
        long loggedTokens;
    }

    /** One thread's clock and note. */
    @State(Scope.Thread)
    public static class Caller {
        final Taken taken = new Taken();
        long nowNanos = MINUTE_NANOS;
    }

    /** The windows. */
    @Benchmark
    public @Nullable String takeAndSettle(Shared shared, Caller caller) {
        caller.nowNanos += STEP_NANOS;
        String refusal = shared.limits.tryTake(
                caller.taken, TOKENS, caller.nowNanos, Samples.NOW_MILLIS + caller.nowNanos / 1_000_000);
        shared.limits.settle(caller.taken, TOKENS - 500);
        return refusal;
    }

    /** A log of the last minute's calls under a lock. */
    @Benchmark
    @RivalOf("takeAndSettle")
    public boolean lockedLog(Shared shared, Caller caller) {
        caller.nowNanos += STEP_NANOS;
        synchronized (shared.log) {
            while (!shared.log.isEmpty() && shared.log.peek()[0] <= caller.nowNanos - MINUTE_NANOS) {
                shared.loggedTokens -= shared.log.remove()[1];
            }
            if (shared.log.size() >= RPM || shared.loggedTokens + TOKENS > TPM) {
                return false;
            }
            shared.log.add(new long[] {caller.nowNanos, TOKENS - 500});
            shared.loggedTokens += TOKENS - 500;
            return true;
        }
    }
}
