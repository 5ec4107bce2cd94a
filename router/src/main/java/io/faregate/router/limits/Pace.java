package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;

/**
 * At least so much time from one request to the next, those of other processes included as far as they are told.
 * Thread-safe and lock-free.
 */
final class Pace {
    private final long cooldownNanos;
    private final AtomicLong freeAtNanos;

    /** The end of the pause after the last request of this process. */
    private final AtomicLong ownEndNanos;

    Pace(long cooldownNanos, long originNanos) {
        this.cooldownNanos = cooldownNanos;
        this.freeAtNanos = new AtomicLong(originNanos);
        this.ownEndNanos = new AtomicLong(originNanos);
    }

    boolean tryTake(long nowNanos) {
        while (true) {
            long free = freeAtNanos.get();
            if (nowNanos - free < 0) {
                return false;
            }
            if (freeAtNanos.compareAndSet(free, nowNanos + cooldownNanos)) {
                ownEndNanos.set(nowNanos + cooldownNanos);
                return true;
            }
        }
    }

    /** Gives a place back that was taken at that instant, unless another has been taken since. */
    void giveBack(long takenNanos) {
        if (freeAtNanos.compareAndSet(takenNanos + cooldownNanos, takenNanos)) {
            ownEndNanos.compareAndSet(takenNanos + cooldownNanos, takenNanos);
        }
    }

    /** When the pause after the last request of this process ends, or ended. */
    long ownEndNanos() {
        return ownEndNanos.get();
    }

    /** Nobody passes before an instant, because another process has called; an earlier one changes nothing. */
    void waitUntil(long nanos) {
        long free = freeAtNanos.get();
        while (nanos - free > 0 && !freeAtNanos.compareAndSet(free, nanos)) {
            free = freeAtNanos.get();
        }
    }

    long freeAtNanos(long nowNanos) {
        return Math.max(nowNanos, freeAtNanos.get());
    }
}
