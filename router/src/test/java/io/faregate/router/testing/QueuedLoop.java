package io.faregate.router.testing;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;

/** An event loop whose tasks run one by one when a test says so. For one thread. */
public final class QueuedLoop implements Executor {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    /** Runs the oldest task; false if there is none. */
    public boolean runOne() {
        Runnable task = tasks.poll();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Runs tasks of all loops until none is left. */
    public static void runAll(QueuedLoop... loops) {
        boolean any = true;
        while (any) {
            any = false;
            for (QueuedLoop loop : loops) {
                any |= loop.runOne();
            }
        }
    }
}
