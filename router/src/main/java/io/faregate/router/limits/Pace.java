package io.faregate.router.limits;

import java.util.concurrent.atomic.AtomicLong;

/** At least so much time from one request to the next. Thread-safe and lock-free. */
final class Pace {
    private final long cooldownNanos;
    private final AtomicLong freeAtNanos;

    Pace(long cooldownNanos, long originNanos) {
        this.cooldownNanos = cooldownNanos;
        this.freeAtNanos = new AtomicLong(originNanos);
    }

    boolean tryTake(long nowNanos) {
        while (true) {
            long free = freeAtNanos.get();
            if (nowNanos - free < 0) {
                return false;
            }
            if (freeAtNanos.compareAndSet(free, nowNanos + cooldownNanos)) {
                return true;
            }
        }
    }

    /** Gives a place back that was taken at that instant, unless another has been taken since. */
    void giveBack(long takenNanos) {
        freeAtNanos.compareAndSet(takenNanos + cooldownNanos, takenNanos);
    }

    long freeAtNanos(long nowNanos) {
        return Math.max(nowNanos, freeAtNanos.get());
    }
}
