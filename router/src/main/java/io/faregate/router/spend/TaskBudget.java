package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one task has spent and holds, as one word. For any thread; lock-free.
 *
 * <p>A task that was forgotten carries {@link #GONE} so that a call which found it just before does not spend from a
 * word that nobody will read again.
 */
final class TaskBudget {
    /** The word of a forgotten task; sums of money never come near. */
    private static final long GONE = Long.MIN_VALUE;

    private static final VarHandle HELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(TaskBudget.class, "held", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TaskId id;
    private volatile long held;
    private final AtomicLong granted;
    private volatile long lastCallMillis;

    /**
     * A task that has spent nothing.
     *
     * @param grantedPicoUsd what may be spent before a source is asked, {@link PicoUsd#MAX} if there is none to ask
     */
    TaskBudget(TaskId id, long nowMillis, long grantedPicoUsd) {
        this.id = id;
        lastCallMillis = nowMillis;
        granted = new AtomicLong(grantedPicoUsd);
    }

    TaskId id() {
        return id;
    }

    /** Settled and reserved together. */
    long heldPicoUsd() {
        return Math.max(0, held);
    }

    /** The smaller of a cap and what a source has granted. */
    long bound(long capPicoUsd) {
        return Math.min(capPicoUsd, granted.get());
    }

    /** Raises what may be spent. */
    void grant(long picoUsd) {
        granted.accumulateAndGet(picoUsd, PicoUsd::addSaturating);
    }

    boolean gone() {
        return held == GONE;
    }

    /** Whether an amount would fit now. */
    boolean fits(long picoUsd, long capPicoUsd) {
        return picoUsd == 0 || picoUsd <= capPicoUsd - heldPicoUsd();
    }

    /** Holds an amount if it fits under the cap. */
    boolean tryHold(long picoUsd, long capPicoUsd) {
        while (true) {
            long before = held;
            if (before == GONE || (picoUsd > 0 && picoUsd > capPicoUsd - before)) {
                return false;
            }
            if (HELD.compareAndSet(this, before, before + picoUsd)) {
                return true;
            }
        }
    }

    /** Adds a charge, or gives back with a negative amount. */
    void book(long deltaPicoUsd) {
        while (true) {
            long before = held;
            if (before == GONE) {
                return;
            }
            if (HELD.compareAndSet(this, before, PicoUsd.addSaturating(before, deltaPicoUsd))) {
                return;
            }
        }
    }

    /** Notes a call; of two at one time the later may be lost, which are milliseconds apart. */
    void touch(long nowMillis) {
        if (nowMillis > lastCallMillis) {
            lastCallMillis = nowMillis;
        }
    }

    long lastCallMillis() {
        return lastCallMillis;
    }

    /** Forgets the task unless it was called since; whether it is forgotten. */
    boolean forget(long lastSeenMillis) {
        while (true) {
            long before = held;
            if (before == GONE) {
                return true;
            }
            if (lastCallMillis != lastSeenMillis) {
                return false;
            }
            if (HELD.compareAndSet(this, before, GONE)) {
                return true;
            }
        }
    }
}
