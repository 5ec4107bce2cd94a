package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * At most so many requests in any half-open minute, exactly. Thread-safe and lock-free.
 *
 * <p>A ring holds the instants of the last requests, each greater than the one before. A request passes when the one
 * that many places back is a minute old. Its place is taken by one compare-and-set of the slot; the head follows, moved
 * by whoever sees first that the slot behind it is newer than its predecessor, so that a thread that stops in between
 * holds nobody up. The ring has a place to spare, so that what is compared is never what is being overwritten.
 */
final class RequestWindow {
    static final long WINDOW_NANOS = 60_000_000_000L;

    static final long NEVER = Long.MIN_VALUE / 2;

    private final int limit;
    private final int mask;
    private final AtomicLongArray instants;
    private final AtomicLong head;

    RequestWindow(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + limit);
        }
        this.limit = limit;
        int places = Integer.highestOneBit(limit) << 1;
        this.mask = places - 1;
        this.instants = new AtomicLongArray(places);
        for (int i = 0; i < places; i++) {
            instants.setPlain(i, NEVER);
        }
        this.head = new AtomicLong(places);
    }

    /** Takes a place for a request now, if there is one. */
    boolean tryTake(long nowNanos) {
        return take(nowNanos) != NEVER;
    }

    /** Takes a place; the instant it is counted at, a little after now in a race, or {@link #NEVER}. */
    long take(long nowNanos) {
        while (true) {
            long index = head.get();
            long previous = instants.get((int) (index - 1) & mask);
            long replaced = instants.get((int) index & mask);
            if (replaced > previous) {
                head.compareAndSet(index, index + 1);
                continue;
            }
            long oldest = instants.get((int) (index - limit) & mask);
            if (head.get() != index) {
                continue;
            }
            long instant = Math.max(nowNanos, previous + 1);
            if (oldest > instant - WINDOW_NANOS) {
                return NEVER;
            }
            if (instants.compareAndSet((int) index & mask, replaced, instant)) {
                head.compareAndSet(index, index + 1);
                return instant;
            }
        }
    }

    /** When the next request passes: now, or later. */
    long freeAtNanos(long nowNanos) {
        long oldest = instants.get((int) (head.get() - limit) & mask);
        return Math.max(nowNanos, oldest + WINDOW_NANOS);
    }

    /** Whether a request passes now. */
    boolean hasRoom(long nowNanos) {
        return instants.get((int) (head.get() - limit) & mask) <= nowNanos - WINDOW_NANOS;
    }

    /** How many requests pass now. */
    long left(long nowNanos) {
        long oldest = head.get() - limit;
        int old = 0;
        int end = limit;
        while (old < end) {
            int middle = (old + end) >>> 1;
            if (instants.get((int) (oldest + middle) & mask) <= nowNanos - WINDOW_NANOS) {
                old = middle + 1;
            } else {
                end = middle;
            }
        }
        return old;
    }

    /** How many requests count now. */
    long used(long nowNanos) {
        return limit - left(nowNanos);
    }

    /** Takes over the requests of the last minute from the window that this one replaces. */
    void replay(RequestWindow former, long nowNanos) {
        long end = former.head.get();
        for (long i = end - Math.min(limit, former.limit); i < end; i++) {
            long instant = former.instants.get((int) i & former.mask);
            if (instant > nowNanos - WINDOW_NANOS) {
                tryTake(instant);
            }
        }
    }
}
