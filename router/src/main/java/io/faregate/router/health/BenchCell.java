package io.faregate.router.health;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The bench of one scope, or none. Reads are acquire, changes are compare and set. */
final class BenchCell {
    private static final VarHandle BENCH;

    static {
        try {
            BENCH = MethodHandles.lookup().findVarHandle(BenchCell.class, "bench", Bench.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // by BENCH
    private volatile @Nullable Bench bench;

    @Nullable
    Bench bench() {
        return (Bench) BENCH.getAcquire(this);
    }

    @Nullable
    Bench running(long nowNanos) {
        Bench now = bench();
        return now != null && now.runs(nowNanos) ? now : null;
    }

    /** Puts a bench in place unless a running one ends later. */
    void extend(Bench next, long nowNanos) {
        while (true) {
            Bench now = bench();
            boolean longer = now != null && now.runs(nowNanos) && now.untilNanos() - next.untilNanos() >= 0;
            if (longer || replace(now, next)) {
                return;
            }
        }
    }

    boolean replace(@Nullable Bench expected, @Nullable Bench next) {
        return BENCH.compareAndSet(this, expected, next);
    }

    void clear() {
        BENCH.setRelease(this, null);
    }
}
