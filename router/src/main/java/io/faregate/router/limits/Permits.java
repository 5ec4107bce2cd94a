package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process may use of one limit that replicas share, before it asks again. Thread-safe and lock-free;
 * {@link #state}, {@link #granted} and {@link #drain} are for the one who talks to the store.
 *
 * <p>The store counts for each replica what it has used of the window and what it holds. A permit goes from held to
 * used by way of {@code underWay}, and the statement adds the three up in that order, so that none is ever missed; one
 * that moves meanwhile may be counted twice. What is dropped on the way is the store's again with the next statement.
 */
public final class Permits {
    /** How long what the store told of others is news. */
    static final long NEWS_NANOS = 200_000_000;

    private final AtomicLong held = new AtomicLong();
    private final AtomicLong underWay = new AtomicLong();
    private final AtomicLong lacking = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private volatile long validUntilNanos;
    private volatile News news;
    private long demand;
    private boolean known;

    private record News(long left, long nanos) {}

    /** What a process says of a limit. */
    public record Statement(long occupied, long lacking, long wanted) {}

    /** None in hand. */
    Permits(long nowNanos) {
        validUntilNanos = nowNanos;
        news = new News(Long.MAX_VALUE, nowNanos);
    }

    /** Takes some; they are under way until {@link #arrived}. */
    boolean take(long count, long nowNanos) {
        underWay.addAndGet(count);
        if (valid(nowNanos)) {
            long before = held.get();
            while (before >= count) {
                if (held.compareAndSet(before, before - count)) {
                    taken.addAndGet(count);
                    return true;
                }
                before = held.get();
            }
        }
        arrived(count);
        return false;
    }

    /** What was taken is counted as used by now, or is not used after all. */
    void arrived(long count) {
        underWay.addAndGet(-count);
    }

    boolean holds(long count, long nowNanos) {
        return valid(nowNanos) && held.get() >= count;
    }

    /** Whether the store told a moment ago that there are fewer. */
    boolean knownShort(long count, long nowNanos) {
        News told = news;
        return told.left < count - held.get() && nowNanos - told.nanos < NEWS_NANOS;
    }

    /** Notes what a call lacks, for the next statement. */
    public void lack(long count) {
        lacking.addAndGet(count);
    }

    private boolean valid(long nowNanos) {
        return nowNanos - validUntilNanos < 0;
    }

    /**
     * What is occupied of the limit and what is wanted; null when there is nothing to say. What nobody has used for a
     * moment goes back.
     *
     * @param used what the window of this process counts
     */
    public @Nullable Statement state(LongSupplier used, long nowNanos) {
        demand = Math.max(taken.getAndSet(0), demand / 2);
        long lack = lacking.getAndSet(0);
        if ((demand == 0 && lack == 0) || !valid(nowNanos)) {
            held.set(0);
        }
        long inHand = held.get();
        long occupied = inHand + underWay.get() + used.getAsLong();
        long ahead = Math.max(0, 2 * demand - inHand);
        boolean nothing = occupied == 0 && lack == 0 && !known;
        known = occupied > 0;
        return nothing ? null : new Statement(occupied, lack, lack + ahead);
    }

    /**
     * The store has counted the last statement and granted more.
     *
     * @param left what it has left for anybody
     * @param validUntilNanos until when what is held may be used
     */
    public void granted(long count, long left, long validUntilNanos, long nowNanos) {
        this.validUntilNanos = validUntilNanos;
        held.addAndGet(count);
        news = new News(left, nowNanos);
    }

    /** Drops what is held: a process that stops, or another day. */
    public void drain() {
        held.set(0);
        taken.set(0);
        demand = 0;
    }
}
