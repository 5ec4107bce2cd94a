package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ledger as one event loop sees it. All methods are for that loop's thread and never block.
 *
 * <p>In the usual case a reservation is a comparison and a subtraction in cells that no other thread writes. Only a
 * cell that is short looks further; see {@link DayBudget}.
 */
public final class LoopLedger {
    private final SpendLedger ledger;
    private final int index;
    private final Executor onThisLoop;
    private final AtomicLong overrun = new AtomicLong();
    private final AtomicLong lateSettlements = new AtomicLong();
    private Day day;
    private LoopCell global;
    private Map<String, LoopCell> keys = new HashMap<>();
    private Map<String, LoopCell> routes = new HashMap<>();

    LoopLedger(SpendLedger ledger, int index, Executor onThisLoop, long nowMillis) {
        this.ledger = ledger;
        this.index = index;
        this.onThisLoop = onThisLoop;
        day = ledger.day(nowMillis);
        global = ledger.budget(new BudgetId(Scope.GLOBAL, "", day.epochDay())).cell(index);
    }

    /**
     * The budgets of a request. Cheap, and also needed without any cap: it carries the totals.
     *
     * @param key the virtual key's name, or null without one
     * @param taskId the task the client named, or null for a request that is a task of its own
     * @param arrivalMillis decides the day
     */
    public BudgetSet budgets(@Nullable String key, String route, @Nullable String taskId, long arrivalMillis) {
        if (!day.contains(arrivalMillis)) {
            turnDay(arrivalMillis);
        }
        CapTable caps = ledger.caps();
        Caps keyCaps = caps.key(key);
        Caps routeCaps = caps.route(route);
        long taskCap = CapTable.tighter(caps.global().perTaskPicoUsd(), keyCaps.perTaskPicoUsd());
        long routeTaskCap = routeCaps.perTaskPicoUsd();
        return new BudgetSet(
                global,
                cell(routes, Scope.ROUTE, route),
                key == null ? null : cell(keys, Scope.KEY, key),
                taskCap < 0 ? null : ledger.task(key, "", taskId, arrivalMillis),
                taskCap,
                routeTaskCap < 0 ? null : ledger.task(key, route, taskId, arrivalMillis),
                routeTaskCap,
                CapTable.tighter(
                        caps.global().perRequestPicoUsd(),
                        CapTable.tighter(keyCaps.perRequestPicoUsd(), routeCaps.perRequestPicoUsd())));
    }

    private void turnDay(long nowMillis) {
        day = ledger.day(nowMillis);
        global = cell(Scope.GLOBAL, "");
        keys = new HashMap<>();
        routes = new HashMap<>();
        ledger.closeBefore(day.epochDay() - 1);
    }

    private LoopCell cell(Map<String, LoopCell> known, Scope scope, String name) {
        LoopCell cell = known.get(name);
        if (cell == null) {
            cell = cell(scope, name);
            known.put(name, cell);
        }
        return cell;
    }

    private LoopCell cell(Scope scope, String name) {
        return ledger.budget(new BudgetId(scope, name, day.epochDay())).cell(index);
    }

    /**
     * Holds an amount in all budgets or in none. The answer comes at once, on this thread, unless other loops hold
     * money that has to be asked for; then it comes later on this loop.
     *
     * @param picoUsd what the attempt could cost at most
     * @param done gets the {@link Reservation}, which must be settled even if nobody waits for it any more, or the
     *     refusal
     * @throws IllegalStateException if the request has a reservation that is not settled
     */
    public void reserve(BudgetSet budgets, long picoUsd, Consumer<Admission> done) {
        long ticket = tryReserve(budgets, picoUsd);
        if (ticket > 0) {
            done.accept(new Reservation(this, budgets, ticket, picoUsd));
        } else {
            new Pending(this, budgets, picoUsd, done).attempt();
        }
    }

    /**
     * Holds an amount in all budgets if this loop can do so by itself. The form without objects.
     *
     * @return a ticket above 0 for {@link #settle}, or 0 if it takes {@link #reserve} to know
     * @throws IllegalStateException if the request has a reservation that is not settled
     */
    public long tryReserve(BudgetSet budgets, long picoUsd) {
        budgets.expectNoneOpen();
        int held = picoUsd > 0 ? budgets.holdDays(picoUsd) : 0;
        if (held < 0) {
            return 0;
        }
        if (!holdTasks(budgets, picoUsd)) {
            budgets.moveDays(held, -picoUsd);
            return 0;
        }
        return budgets.open(held, picoUsd);
    }

    static boolean holdTasks(BudgetSet budgets, long picoUsd) {
        TaskBudget task = budgets.task;
        TaskBudget routeTask = budgets.routeTask;
        if (task != null && !task.tryHold(picoUsd, task.bound(budgets.taskCapPicoUsd))) {
            return false;
        }
        if (routeTask != null && !routeTask.tryHold(picoUsd, routeTask.bound(budgets.routeTaskCapPicoUsd))) {
            if (task != null) {
                task.book(-picoUsd);
            }
            return false;
        }
        return true;
    }

    /**
     * Ends a reservation; see {@link Reservation#settle}.
     *
     * @param ticket from {@link #tryReserve}
     */
    public boolean settle(BudgetSet budgets, long ticket, long chargedPicoUsd) {
        if (!budgets.close(ticket)) {
            lateSettlements.lazySet(lateSettlements.get() + 1);
            return false;
        }
        long heldPicoUsd = budgets.heldPicoUsd;
        int heldDays = budgets.heldDays;
        budgets.settleDays(index, heldDays, heldPicoUsd, chargedPicoUsd);
        TaskBudget task = budgets.task;
        TaskBudget routeTask = budgets.routeTask;
        if (task != null) {
            task.book(chargedPicoUsd - heldPicoUsd);
        }
        if (routeTask != null) {
            routeTask.book(chargedPicoUsd - heldPicoUsd);
        }
        if (chargedPicoUsd > heldPicoUsd && (heldDays != 0 || task != null || routeTask != null)) {
            overrun.lazySet(PicoUsd.addSaturating(overrun.get(), chargedPicoUsd - heldPicoUsd));
        }
        return true;
    }

    /** What the tightest budget has left at about this moment, at least 0; {@link PicoUsd#MAX} without a cap. */
    public long remaining(BudgetSet budgets) {
        long least = PicoUsd.MAX;
        for (int i = 0; i < budgets.days(); i++) {
            least = Math.min(least, budgets.day(i).budget().remainingOpaque());
        }
        TaskBudget task = budgets.task;
        if (task != null) {
            least = Math.min(least, ledger.remaining(task, budgets.taskCapPicoUsd));
        }
        TaskBudget routeTask = budgets.routeTask;
        if (routeTask != null) {
            least = Math.min(least, ledger.remaining(routeTask, budgets.routeTaskCapPicoUsd));
        }
        return Math.max(0, least);
    }

    /** The day's budget with the least left, or that of the task; null where none has a cap any more. */
    public @Nullable Lack lack(BudgetSet budgets, Admission.Refused refusal) {
        return refusal == Admission.Refused.TASK ? taskLack(budgets) : dayLack(budgets);
    }

    private static @Nullable Lack dayLack(BudgetSet budgets) {
        Lack least = null;
        for (int i = 0; i < budgets.days(); i++) {
            DayBudget budget = budgets.day(i).budget();
            long cap = budget.capOpaque();
            long left = Math.max(0, budget.remainingOpaque());
            if (cap >= 0 && (least == null || left < least.leftPicoUsd())) {
                least = new Lack(budget.id().label(), cap, left);
            }
        }
        return least;
    }

    private @Nullable Lack taskLack(BudgetSet budgets) {
        TaskBudget task = budgets.task;
        TaskBudget routeTask = budgets.routeTask;
        long left = task == null ? PicoUsd.MAX : Math.max(0, ledger.remaining(task, budgets.taskCapPicoUsd));
        long ofRoute =
                routeTask == null ? PicoUsd.MAX : Math.max(0, ledger.remaining(routeTask, budgets.routeTaskCapPicoUsd));
        if (task == null && routeTask == null) {
            return null;
        }
        return ofRoute < left
                ? new Lack("task", budgets.routeTaskCapPicoUsd, ofRoute)
                : new Lack("task", budgets.taskCapPicoUsd, left);
    }

    /** What has been booked on the day of these budgets, by this process as far as it knows, all calls together. */
    public long dayTotal(BudgetSet budgets) {
        return budgets.day(0).budget().settledOpaque();
    }

    @Nullable
    SliceSource source() {
        return ledger.source();
    }

    int index() {
        return index;
    }

    void later(Runnable task) {
        onThisLoop.execute(task);
    }

    long overrunOpaque() {
        return overrun.getOpaque();
    }

    long lateSettlementsOpaque() {
        return lateSettlements.getOpaque();
    }
}
