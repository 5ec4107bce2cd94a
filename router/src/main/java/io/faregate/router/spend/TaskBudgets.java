package io.faregate.router.spend;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The tasks whose spend is known: each for a day after its last call, a bounded number of them, the longest idle first
 * out. For any thread; lock-free.
 *
 * <p>Tasks stand in buckets by the second of the call at which they were last looked at. Whoever adds a task looks at
 * some of the oldest: one that has been called since moves to its true second, one that has not is forgotten if it is
 * over its time or there are too many. So the order is exact to the second, and the number may go a little over while
 * there are more tasks to move than looks.
 */
final class TaskBudgets {
    /** Looks at the oldest for each new task: bounded, so that no single call pays for a day of others. */
    private static final int STEPS = 64;

    private static final long SECOND_MILLIS = 1_000;

    private final int most;
    private final long keepMillis;
    private final long grantedPicoUsd;
    private final ConcurrentHashMap<TaskId, TaskBudget> tasks = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final ConcurrentLinkedQueue<TaskBudget> added = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private final TreeMap<Long, ArrayDeque<TaskBudget>> bySecond = new TreeMap<>();

    /**
     * No tasks yet.
     *
     * @param grantedPicoUsd what a new task may spend before a source is asked
     */
    TaskBudgets(int most, long keepMillis, long grantedPicoUsd) {
        this.most = most;
        this.keepMillis = keepMillis;
        this.grantedPicoUsd = grantedPicoUsd;
    }

    /** The task's word, new if it was not known, called now. */
    TaskBudget called(TaskId id, long nowMillis) {
        while (true) {
            TaskBudget task = tasks.get(id);
            if (task == null) {
                TaskBudget fresh = new TaskBudget(id, nowMillis, grantedPicoUsd);
                task = tasks.putIfAbsent(id, fresh);
                if (task == null) {
                    size.incrementAndGet();
                    added.add(fresh);
                    sweep(nowMillis);
                    return fresh;
                }
            }
            long lastMillis = task.lastCallMillis();
            if (nowMillis - lastMillis > keepMillis && task.forget(lastMillis)) {
                remove(task);
                continue;
            }
            task.touch(nowMillis);
            if (!task.gone()) {
                return task;
            }
            remove(task);
        }
    }

    /** The task's word if it is known, without calling it. */
    @Nullable
    TaskBudget known(TaskId id) {
        return tasks.get(id);
    }

    private void remove(TaskBudget task) {
        if (tasks.remove(task.id(), task)) {
            size.decrementAndGet();
        }
    }

    int size() {
        return size.get();
    }

    private void sweep(long nowMillis) {
        if (!sweeping.compareAndSet(false, true)) {
            return;
        }
        try {
            TaskBudget fresh = added.poll();
            while (fresh != null) {
                file(fresh);
                fresh = added.poll();
            }
            int step = 0;
            while (step < STEPS && step(nowMillis)) {
                step++;
            }
        } finally {
            sweeping.set(false);
        }
    }

    private void file(TaskBudget task) {
        long second = task.lastCallMillis() / SECOND_MILLIS;
        bySecond.computeIfAbsent(second, s -> new ArrayDeque<>()).add(task);
    }

    private boolean step(long nowMillis) {
        Map.@Nullable Entry<Long, ArrayDeque<TaskBudget>> oldest = bySecond.firstEntry();
        if (oldest == null) {
            return false;
        }
        TaskBudget task = oldest.getValue().poll();
        if (task == null) {
            bySecond.remove(oldest.getKey());
            return true;
        }
        long lastMillis = task.lastCallMillis();
        boolean current = lastMillis / SECOND_MILLIS == oldest.getKey();
        boolean over = size.get() > most || nowMillis - lastMillis > keepMillis;
        if (current && !over) {
            oldest.getValue().addFirst(task);
            return false;
        }
        if (current && task.forget(lastMillis)) {
            remove(task);
        } else {
            file(task);
        }
        return true;
    }
}
