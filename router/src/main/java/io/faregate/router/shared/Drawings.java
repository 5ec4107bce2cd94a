package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.faregate.router.spend.BudgetId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What this replica has drawn, by account. Confined to one context, but for {@link #get}. There may be a million tasks
 * among the accounts, so nothing that is done now and then goes through all of them.
 */
final class Drawings {
    private static final long KEEP_DAY_NANOS = TimeUnit.DAYS.toNanos(3);

    /** As long as a task's budget is kept after its last call, and the call as well. */
    private static final long KEEP_TASK_NANOS = TimeUnit.HOURS.toNanos(26);

    private final ConcurrentHashMap<Account, Drawing> all = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Account, Drawing> days = new ConcurrentHashMap<>();

    /** Tasks with the longest not looked at first. */
    private final ArrayDeque<Drawing> tasks = new ArrayDeque<>();

    @Nullable
    Drawing get(Account account) {
        return all.get(account);
    }

    Drawing used(Account account, long nowNanos) {
        Drawing drawing = all.get(account);
        if (drawing == null) {
            drawing = new Drawing(account, nowNanos);
            all.put(account, drawing);
            if (account instanceof BudgetId) {
                days.put(account, drawing);
            } else {
                tasks.add(drawing);
            }
        }
        drawing.usedNanos = nowNanos;
        return drawing;
    }

    Collection<Drawing> all() {
        return all.values();
    }

    /** Those of day budgets: a few. */
    Collection<Drawing> days() {
        return days.values();
    }

    /** Forgets what nobody has asked for in a long time. */
    void prune(long nowNanos) {
        days.values().removeIf(drawing -> isOver(drawing, nowNanos, KEEP_DAY_NANOS) && forget(drawing));
        for (Drawing oldest = tasks.peek();
                oldest != null && nowNanos - oldest.lookedAtNanos > KEEP_TASK_NANOS;
                oldest = tasks.peek()) {
            tasks.remove();
            if (isOver(oldest, nowNanos, KEEP_TASK_NANOS)) {
                forget(oldest);
            } else {
                oldest.lookedAtNanos = nowNanos;
                tasks.add(oldest);
            }
        }
    }

    private static boolean isOver(Drawing drawing, long nowNanos, long keepNanos) {
        return !drawing.busy && nowNanos - drawing.usedNanos > keepNanos;
    }

    private boolean forget(Drawing drawing) {
        return all.remove(drawing.account(), drawing);
    }
}
