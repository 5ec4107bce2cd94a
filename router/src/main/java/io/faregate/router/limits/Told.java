package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the provider itself says is left of a limit, until it resets. Thread-safe and lock-free. It only ever lowers
 * what may pass: a later word that is larger is believed when the earlier one has run out.
 */
final class Told {
    private volatile @Nullable Word word;

    /** Takes from what was told to be left; passes when nothing is told. */
    boolean tryTake(long amount, long nowNanos) {
        Word told = word;
        if (told == null || nowNanos - told.untilNanos >= 0) {
            return true;
        }
        while (true) {
            long left = told.left.get();
            if (amount > left) {
                return false;
            }
            if (told.left.compareAndSet(left, left - amount)) {
                return true;
            }
        }
    }

    void giveBack(long amount, long nowNanos) {
        Word told = word;
        if (told != null && nowNanos - told.untilNanos < 0) {
            told.left.addAndGet(amount);
        }
    }

    /** What an answer's headers say: so much is left until then. */
    void lower(long left, long untilNanos, long nowNanos) {
        Word told = word;
        boolean holds = told != null && nowNanos - told.untilNanos < 0;
        long least = holds && told != null ? Math.min(left, told.left.get()) : left;
        long until = holds && told != null && told.untilNanos - untilNanos > 0 && told.left.get() < left
                ? told.untilNanos
                : untilNanos;
        if (until - nowNanos > 0) {
            word = new Word(until, new AtomicLong(Math.max(0, least)));
        }
    }

    /** What is told to be left, {@link Long#MAX_VALUE} when nothing is told. */
    long left(long nowNanos) {
        Word told = word;
        return told == null || nowNanos - told.untilNanos >= 0 ? Long.MAX_VALUE : told.left.get();
    }

    long freeAtNanos(long amount, long nowNanos) {
        Word told = word;
        return told == null || nowNanos - told.untilNanos >= 0 || told.left.get() >= amount
                ? nowNanos
                : told.untilNanos;
    }

    private record Word(long untilNanos, AtomicLong left) {}
}
