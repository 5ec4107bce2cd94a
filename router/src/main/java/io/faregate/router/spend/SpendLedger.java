package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All money of this process: day budgets of everybody, of keys and of routes, and the budgets of tasks. For any
 * thread; each event loop works on its own {@link LoopLedger}.
 */
public final class SpendLedger {
    private static final int MOST_TASKS = 1_000_000;
    private static final long KEEP_TASK_MILLIS = 24L * 60 * 60 * 1_000;

    private final ZoneId zone;
    private final Loops loops;
    private final @Nullable SliceSource source;
    private final AtomicReferenceArray<@Nullable LoopLedger> ledgers;
    private final ConcurrentHashMap<BudgetId, DayBudget> budgets = new ConcurrentHashMap<>();
    private final TaskBudgets tasks;
    private final Map<String, Map<Account, Long>> restoredByInstance = new HashMap<>();

    /** The day that rows are restored for: the same for a million of them. */
    private @Nullable Day restoredOn;

    private volatile CapTable caps = new CapTable(Caps.UNCAPPED, Map.of(), Map.of());

    /**
     * A ledger without caps.
     *
     * @param zone whose calendar days budgets follow
     * @param loopCount how many event loops will ask for a ledger
     */
    public SpendLedger(ZoneId zone, int loopCount) {
        this(zone, loopCount, null);
    }

    /**
     * A ledger whose budgets are shared with other processes.
     *
     * @param source where the money of capped budgets comes from, or null to have the caps for itself
     */
    public SpendLedger(ZoneId zone, int loopCount, @Nullable SliceSource source) {
        this.zone = zone;
        this.source = source;
        tasks = new TaskBudgets(MOST_TASKS, KEEP_TASK_MILLIS, source == null ? PicoUsd.MAX : 0);
        loops = new Loops(loopCount);
        ledgers = new AtomicReferenceArray<>(loopCount);
    }

    /**
     * The ledger of one event loop; to be called once for each.
     *
     * @param onThatLoop runs tasks on the loop's thread, in order
     */
    public LoopLedger loop(int index, Executor onThatLoop, long nowMillis) {
        loops.register(index, onThatLoop);
        LoopLedger ledger = new LoopLedger(this, index, onThatLoop, nowMillis);
        ledgers.set(index, ledger);
        return ledger;
    }

    /**
     * Puts caps into force, at start, on a reload and for a change over the admin surface; what has been spent stays.
     * One call at a time.
     *
     * @param keys by the virtual key's name
     * @param routes by the route's name
     */
    public void configure(Caps global, Map<String, Caps> keys, Map<String, Caps> routes) {
        CapTable table = new CapTable(global, Map.copyOf(keys), Map.copyOf(routes));
        caps = table;
        for (DayBudget budget : budgets.values()) {
            budget.setCap(table.dailyPicoUsd(budget.id()));
        }
    }

    CapTable caps() {
        return caps;
    }

    Day day(long nowMillis) {
        return Day.of(zone, nowMillis);
    }

    DayBudget budget(BudgetId id) {
        DayBudget budget = budgets.get(id);
        if (budget != null) {
            return budget;
        }
        CapTable table = caps;
        DayBudget fresh = new DayBudget(id, loops, source, table.dailyPicoUsd(id));
        DayBudget before = budgets.putIfAbsent(id, fresh);
        if (before != null) {
            return before;
        }
        // A table that came in between did not meet the new budget.
        while (!caps.equals(table)) {
            table = caps;
            fresh.setCap(table.dailyPicoUsd(id));
        }
        return fresh;
    }

    TaskBudget task(@Nullable String key, String route, @Nullable String taskId, long nowMillis) {
        String name = key == null ? "" : key;
        if (taskId == null) {
            return new TaskBudget(new TaskId(name, route, ""), nowMillis, PicoUsd.MAX);
        }
        return tasks.called(new TaskId(name, route, taskId), nowMillis);
    }

    void closeBefore(long epochDay) {
        budgets.keySet().removeIf(id -> id.epochDay() < epochDay);
    }

    /**
     * Books a call of an earlier life of this process: into the day budgets if it came in today, into its task's if it
     * came in within the last 24 hours. Caps must be in force before, and there is no traffic yet; for one thread.
     */
    public void restore(SpendFact fact, long nowMillis) {
        Day day = restoredOn;
        if (day == null || !day.contains(nowMillis)) {
            day = day(nowMillis);
            restoredOn = day;
        }
        String key = fact.key();
        if (day.contains(fact.arrivalMillis())) {
            restoreDay(new BudgetId(Scope.GLOBAL, "", day.epochDay()), fact);
            restoreDay(new BudgetId(Scope.ROUTE, fact.route(), day.epochDay()), fact);
            if (key != null) {
                restoreDay(new BudgetId(Scope.KEY, key, day.epochDay()), fact);
            }
        }
        if (fact.taskId() == null || nowMillis - fact.arrivalMillis() > KEEP_TASK_MILLIS) {
            return;
        }
        CapTable table = caps;
        if (table.global().perTaskPicoUsd() >= 0 || table.key(key).perTaskPicoUsd() >= 0) {
            restoreTask(task(key, "", fact.taskId(), fact.arrivalMillis()), fact);
        }
        if (table.route(fact.route()).perTaskPicoUsd() >= 0) {
            restoreTask(task(key, fact.route(), fact.taskId(), fact.arrivalMillis()), fact);
        }
    }

    private void restoreDay(BudgetId id, SpendFact fact) {
        budget(id).restore(fact.chargedPicoUsd());
        note(id, fact);
    }

    private void note(Account account, SpendFact fact) {
        String instance = fact.instance();
        if (source != null && instance != null) {
            restoredByInstance
                    .computeIfAbsent(instance, name -> new HashMap<>())
                    .merge(account, fact.chargedPicoUsd(), PicoUsd::addSaturating);
        }
    }

    private void restoreTask(TaskBudget task, SpendFact fact) {
        task.book(fact.chargedPicoUsd());
        // What an earlier life drew for it is spent in the source's books.
        task.grant(source == null ? 0 : fact.chargedPicoUsd());
        note(task.id(), fact);
    }

    long remaining(TaskBudget task, long capPicoUsd) {
        long left = capPicoUsd - task.heldPicoUsd();
        if (source == null) {
            return left;
        }
        long inHand = task.bound(capPicoUsd) - task.heldPicoUsd();
        return Math.min(left, PicoUsd.addSaturating(inHand, source.leftPicoUsd(task.id(), capPicoUsd)));
    }

    @Nullable
    SliceSource source() {
        return source;
    }

    /** Adds money that the source grants without being waited for; false if nobody has use for it any more. */
    public boolean grant(Account account, long picoUsd) {
        if (account instanceof BudgetId id) {
            DayBudget budget = budgets.get(id);
            if (budget != null) {
                budget.grant(picoUsd);
            }
            return budget != null;
        }
        TaskBudget task = account instanceof TaskId id ? tasks.known(id) : null;
        if (task != null) {
            task.grant(picoUsd);
        }
        return task != null;
    }

    /** The capped budgets whose money comes from the source. */
    public List<BudgetId> sharedBudgets() {
        return budgets.values().stream()
                .filter(budget -> source != null && !budget.free())
                .map(DayBudget::id)
                .toList();
    }

    /**
     * Hands back what no call holds or has spent of a budget, once the loops have given back theirs.
     *
     * @param picoUsd gets it, on any thread; never if the loops have stopped before
     */
    public void giveBack(BudgetId id, LongConsumer picoUsd) {
        DayBudget budget = budgets.get(id);
        if (budget == null) {
            picoUsd.accept(0);
        } else {
            budget.giveBack(picoUsd);
        }
    }

    /** What the restored rows say that each process was charged today and for tasks, by its name in the rows. */
    public Map<String, Map<Account, Long>> restoredByInstance() {
        return restoredByInstance;
    }

    /** What has been booked today, as far as this process knows. */
    public long dayTotal(long nowMillis) {
        return budget(new BudgetId(Scope.GLOBAL, "", day(nowMillis).epochDay())).settledOpaque();
    }

    /** The figures of all budgets of the days that are open, ordered by scope, name and day. */
    public List<BudgetView> view() {
        List<BudgetView> views = new ArrayList<>();
        for (DayBudget budget : budgets.values()) {
            views.add(budget.view());
        }
        views.sort(Comparator.comparing((BudgetView view) -> view.id().scope())
                .thenComparing(view -> view.id().name())
                .thenComparing(view -> view.id().epochDay()));
        return views;
    }

    /** What was charged beyond reservations since the start. */
    public long overrunPicoUsd() {
        long sum = 0;
        for (int i = 0; i < ledgers.length(); i++) {
            LoopLedger ledger = ledgers.get(i);
            sum = ledger == null ? sum : PicoUsd.addSaturating(sum, ledger.overrunOpaque());
        }
        return sum;
    }

    /** How often a reservation was settled that had been settled before; anything but 0 is a fault of ours. */
    public long lateSettlements() {
        long sum = 0;
        for (int i = 0; i < ledgers.length(); i++) {
            LoopLedger ledger = ledgers.get(i);
            sum += ledger == null ? 0 : ledger.lateSettlementsOpaque();
        }
        return sum;
    }

    /** How many tasks are remembered. */
    public int tasks() {
        return tasks.size();
    }
}
