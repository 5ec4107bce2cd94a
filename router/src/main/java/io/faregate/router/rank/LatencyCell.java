package io.faregate.router.rank;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long one model at one target takes to its first token: the median of its last {@value #SAMPLES} answers, a sample
 * weighing half as much for each two minutes of its age and nothing after ten. Thread-safe and lock-free: samples are
 * single words in a ring, and the median is worked out by whoever asks for it first after one was added, so that routes
 * which do not go by latency pay nothing for it.
 *
 * <p>A failed call counts as a very slow one, so that a target that fails at once does not look quick or untried.
 */
public final class LatencyCell {
    /** Nothing is known, or nothing any more. */
    public static final long UNSEEN = -1;

    static final int SAMPLES = 31;
    static final long EXPIRY_NANOS = 600_000_000_000L;

    private static final long HALF_LIFE_NANOS = 120_000_000_000L;
    private static final int LATENCY_BITS = 24;
    private static final long MAX_LATENCY = (1L << LATENCY_BITS) - 1;
    private static final long TICK_NANOS = 100_000;
    private static final int FULL_WEIGHT = 1 << 10;
    private static final long EMPTY = -1;

    private final AtomicLongArray samples = new AtomicLongArray(SAMPLES);
    private final AtomicInteger next = new AtomicInteger();
    private final long originNanos;
    private volatile long medianTicks = UNSEEN;
    private volatile long newestTick;
    private volatile boolean outdated;

    LatencyCell(long originNanos) {
        this.originNanos = originNanos;
        for (int i = 0; i < SAMPLES; i++) {
            samples.setPlain(i, EMPTY);
        }
    }

    /** Counts an answer that took that long to its first token. */
    public void answered(long latencyNanos, long nowNanos) {
        add(Math.min(MAX_LATENCY, Math.max(0, latencyNanos) / TICK_NANOS), nowNanos);
    }

    /** Counts a call that failed. */
    public void failed(long nowNanos) {
        add(MAX_LATENCY, nowNanos);
    }

    /** The median in steps of a tenth of a millisecond, or {@link #UNSEEN}. */
    public long medianTicks(long nowNanos) {
        if (outdated) {
            // Before the samples are read: one that is added meanwhile has it worked out again.
            outdated = false;
            medianTicks = median(newestTick);
        }
        long median = medianTicks;
        return median >= 0 && tick(nowNanos) - newestTick <= EXPIRY_NANOS / TICK_NANOS ? median : UNSEEN;
    }

    private void add(long latency, long nowNanos) {
        long tick = tick(nowNanos);
        samples.set(Math.floorMod(next.getAndIncrement(), SAMPLES), tick << LATENCY_BITS | latency);
        newestTick = tick;
        outdated = true;
    }

    private long tick(long nowNanos) {
        return Math.max(0, (nowNanos - originNanos) / TICK_NANOS);
    }

    /** The least latency that half the weight does not exceed; few samples, so each is simply tried. */
    private long median(long nowTick) {
        long total = 0;
        for (int i = 0; i < SAMPLES; i++) {
            total += weight(samples.get(i), nowTick);
        }
        long best = UNSEEN;
        for (int i = 0; i < SAMPLES; i++) {
            long latency = samples.get(i) & MAX_LATENCY;
            if (weight(samples.get(i), nowTick) > 0
                    && (best == UNSEEN || latency < best)
                    && 2 * weightUpTo(latency, nowTick) >= total) {
                best = latency;
            }
        }
        return best;
    }

    private long weightUpTo(long latency, long nowTick) {
        long sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            long sample = samples.get(i);
            sum += (sample & MAX_LATENCY) <= latency ? weight(sample, nowTick) : 0;
        }
        return sum;
    }

    private static long weight(long sample, long nowTick) {
        if (sample == EMPTY) {
            return 0;
        }
        long age = Math.max(0, nowTick - (sample >>> LATENCY_BITS)) * TICK_NANOS;
        return age > EXPIRY_NANOS ? 0 : FULL_WEIGHT >> (age / HALF_LIFE_NANOS);
    }
}
