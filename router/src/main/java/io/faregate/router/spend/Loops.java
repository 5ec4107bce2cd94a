package io.faregate.router.spend;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The event loops that own cells, and how to run something on each. For any thread. */
final class Loops {
    private final AtomicReferenceArray<@Nullable Executor> executors;

    Loops(int count) {
        executors = new AtomicReferenceArray<>(count);
    }

    int count() {
        return executors.length();
    }

    void register(int index, Executor onThatLoop) {
        executors.set(index, onThatLoop);
    }

    /** Runs something on a loop; false when that loop does not run, or no longer. */
    boolean run(int index, Runnable task) {
        Executor executor = executors.get(index);
        if (executor == null) {
            return false;
        }
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
