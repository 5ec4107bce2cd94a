package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The money of a budget that no loop has drawn, and who is about to take some of it exactly. For any thread;
 * lock-free. Below zero when more was used than was held.
 */
final class CentralWord {
    private final AtomicLong left;
    private final AtomicLong starts = new AtomicLong();
    private final AtomicLong ends = new AtomicLong();

    CentralWord(long picoUsd) {
        left = new AtomicLong(picoUsd);
    }

    long get() {
        return left.get();
    }

    /** Adds, or takes with a negative amount whatever is there; what is left then. */
    long add(long picoUsd) {
        return left.accumulateAndGet(picoUsd, PicoUsd::addSaturating);
    }

    /** Takes all there is. */
    long takeAll() {
        return Math.max(0, left.getAndUpdate(before -> Math.min(before, 0)));
    }

    /** Takes at least an amount, or a share of what is left if that is more; 0 if it has less. */
    long draw(long leastPicoUsd, long shares) {
        while (true) {
            long before = left.get();
            if (before < leastPicoUsd) {
                return 0;
            }
            long slice = Math.max(leastPicoUsd, before / shares);
            if (left.compareAndSet(before, before - slice)) {
                return slice;
            }
        }
    }

    /** Takes exactly an amount, tentatively until {@link #conclude}, if it has that much. */
    boolean takeTentatively(long picoUsd) {
        if (left.get() < picoUsd) {
            return false;
        }
        starts.incrementAndGet();
        while (true) {
            long before = left.get();
            if (before < picoUsd) {
                ends.incrementAndGet();
                return false;
            }
            if (left.compareAndSet(before, before - picoUsd)) {
                return true;
            }
        }
    }

    /** Ends a tentative taking, after what is not needed has been added again. */
    void conclude() {
        ends.incrementAndGet();
    }

    /**
     * What is left, or {@link PicoUsd#MIN} if somebody may have taken some tentatively meanwhile. Ends are read before
     * starts: equal, nothing was out in between, and starts that stay mean that nothing was while the word was read.
     */
    long settledOrMin() {
        long ended = ends.get();
        long started = starts.get();
        long seen = left.get();
        return started == ended && starts.get() == started ? seen : PicoUsd.MIN;
    }
}
