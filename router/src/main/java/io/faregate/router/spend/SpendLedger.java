package io.faregate.router.spend;

import io.faregate.router.money.PicoUsd;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
    private final TaskBudgets tasks = new TaskBudgets(MOST_TASKS, KEEP_TASK_MILLIS);
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
     * A ledger whose day budgets are shared with other processes.
     *
     * @param source where the money of capped day budgets comes from, or null to have the caps for itself
     */
    public SpendLedger(ZoneId zone, int loopCount, @Nullable SliceSource source) {
        this.zone = zone;
        this.source = source;
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
            return new TaskBudget(new TaskBudget.Id(name, route, ""), nowMillis);
        }
        return tasks.called(new TaskBudget.Id(name, route, taskId), nowMillis);
    }

    void closeBefore(long epochDay) {
        budgets.keySet().removeIf(id -> id.epochDay() < epochDay);
    }

    /**
     * Books a call of an earlier life of this process: into the day budgets if it came in today, into its task's if it
     * came in within the last 24 hours. Caps must be in force before.
     */
    public void restore(SpendFact fact, long nowMillis) {
        Day day = day(nowMillis);
        String key = fact.key();
        if (day.contains(fact.arrivalMillis())) {
            budget(new BudgetId(Scope.GLOBAL, "", day.epochDay())).restore(fact.chargedPicoUsd());
            budget(new BudgetId(Scope.ROUTE, fact.route(), day.epochDay())).restore(fact.chargedPicoUsd());
            if (key != null) {
                budget(new BudgetId(Scope.KEY, key, day.epochDay())).restore(fact.chargedPicoUsd());
            }
        }
        if (fact.taskId() == null || nowMillis - fact.arrivalMillis() > KEEP_TASK_MILLIS) {
            return;
        }
        CapTable table = caps;
        if (table.global().perTaskPicoUsd() >= 0 || table.key(key).perTaskPicoUsd() >= 0) {
            task(key, "", fact.taskId(), fact.arrivalMillis()).book(fact.chargedPicoUsd());
        }
        if (table.route(fact.route()).perTaskPicoUsd() >= 0) {
            task(key, fact.route(), fact.taskId(), fact.arrivalMillis()).book(fact.chargedPicoUsd());
        }
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
