package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * At most so many tokens in any minute, estimates taken first and corrected by real usage later. Thread-safe and
 * lock-free.
 *
 * <p>A minute is cut into {@value #BUCKETS} buckets, and one more than that is counted: any minute touches at most so
 * many, so that the limit holds in every sliding minute, and 128 of 129 parts of it can be used. The sum of all counted
 * buckets is one word, added to before a bucket and taken from after it, so that it is never below what the buckets
 * hold; while a thread is between the two, others may see a little less room than there is. Each bucket's word carries
 * the number of its time: who finds an old one starts it anew and takes its tokens from the sum, once.
 */
final class TokenWindow {
    static final int BUCKETS = 128;
    static final long BUCKET_NANOS = RequestWindow.WINDOW_NANOS / BUCKETS;

    private static final int PLACES = 2 * BUCKETS;
    private static final int TOKEN_BITS = 36;
    private static final long MAX_TOKENS = (1L << TOKEN_BITS) - 1;
    private static final long MAX_NUMBER = (1L << (Long.SIZE - TOKEN_BITS)) - 1;

    private final long limit;
    private final long originNanos;
    private final AtomicLongArray buckets = new AtomicLongArray(PLACES);
    private final AtomicLong newest = new AtomicLong();
    private final AtomicLong used = new AtomicLong();

    /**
     * An empty window.
     *
     * @param originNanos an instant before the first use
     */
    TokenWindow(long limit, long originNanos) {
        this.limit = Math.min(limit, MAX_TOKENS);
        this.originNanos = originNanos;
        for (int i = 0; i < PLACES; i++) {
            buckets.setPlain(i, word(i, 0));
        }
    }

    /** Takes tokens; the number of the bucket they are counted in, or -1 when they do not fit. */
    long tryTake(long tokens, long nowNanos) {
        long number = advance(nowNanos);
        while (true) {
            long before = used.get();
            if (tokens > limit - before) {
                return -1;
            }
            if (used.compareAndSet(before, before + tokens)) {
                // Room that another thread has just made is of a later time than ours: counted there, or it would be
                // free again before its minute is over.
                number = newest.get();
                while (!add(number, tokens)) {
                    renew((int) (number % PLACES), number - BUCKETS);
                    number = newest.get();
                }
                return number;
            }
        }
    }

    /** Puts what was really used in the place of what was taken, as long as it is counted at all. */
    void correct(long number, long taken, long actual) {
        long change = Math.min(actual, MAX_TOKENS) - taken;
        if (change > 0) {
            used.addAndGet(change);
            if (!add(number, change)) {
                used.addAndGet(-change);
            }
        } else if (change < 0 && add(number, change)) {
            used.addAndGet(change);
        }
    }

    /** Tokens that fit now. */
    long left(long nowNanos) {
        advance(nowNanos);
        return Math.max(0, limit - used.get());
    }

    /** Tokens that count now. */
    long used(long nowNanos) {
        advance(nowNanos);
        return Math.max(0, used.get());
    }

    /** When so many tokens fit, as far as is known now; {@link Long#MAX_VALUE} when they never will. */
    long freeAtNanos(long tokens, long nowNanos) {
        if (tokens > limit) {
            return Long.MAX_VALUE;
        }
        long number = advance(nowNanos);
        long excess = used.get() + tokens - limit;
        for (long old = Math.max(0, number - BUCKETS); excess > 0 && old <= number; old++) {
            long word = buckets.get((int) old % PLACES);
            excess -= numberOf(word) == number(old) ? tokensOf(word) : 0;
            if (excess <= 0) {
                return originNanos + (old + BUCKETS + 1) * BUCKET_NANOS;
            }
        }
        return nowNanos;
    }

    /** Starts the buckets anew whose minute is over since the last call; the number of the newest one. */
    private long advance(long nowNanos) {
        long number = Math.max(0, (nowNanos - originNanos) / BUCKET_NANOS);
        long known = newest.get();
        if (number <= known) {
            return known;
        }
        while (!newest.compareAndSet(known, number)) {
            known = newest.get();
            if (number <= known) {
                return known;
            }
        }
        // Told before room is made, so that nobody finds the room and not the time.
        long over = number - BUCKETS;
        for (long late = Math.max(known - BUCKETS, over - PLACES); late < over; late++) {
            renew(Math.floorMod(late, PLACES), over);
        }
        return number;
    }

    /** Takes the tokens of a bucket from before {@code oldest} from the sum, and makes it that of its next time. */
    private void renew(int place, long oldest) {
        while (true) {
            long word = buckets.get(place);
            if (!isBefore(numberOf(word), oldest)) {
                return;
            }
            long next = oldest + Math.floorMod(place - oldest, (long) PLACES);
            if (buckets.compareAndSet(place, word, word(next, 0))) {
                used.addAndGet(-tokensOf(word));
                return;
            }
        }
    }

    /** Numbers are kept without their high bits; two that are compared are never years apart. */
    private static boolean isBefore(long kept, long number) {
        return (kept - number(number)) << TOKEN_BITS < 0;
    }

    /** Adds to a bucket that is still counted. */
    private boolean add(long number, long tokens) {
        int place = (int) (number % PLACES);
        while (true) {
            long word = buckets.get(place);
            if (numberOf(word) != number(number)) {
                return false;
            }
            long sum = Math.max(0, Math.min(MAX_TOKENS, tokensOf(word) + tokens));
            if (buckets.compareAndSet(place, word, word(number, sum))) {
                return true;
            }
        }
    }

    private static long word(long number, long tokens) {
        return number(number) << TOKEN_BITS | tokens;
    }

    private static long number(long number) {
        return number & MAX_NUMBER;
    }

    private static long numberOf(long word) {
        return word >>> TOKEN_BITS;
    }

    private static long tokensOf(long word) {
        return word & MAX_TOKENS;
    }
}
