package io.faregate.router.spend;

import org.jspecify.annotations.Nullable;

/**
 * The budgets that one request has to fit, for the day of its arrival. Confined to the loop that made it; a request
 * holds one reservation at a time.
 */
public final class BudgetSet {
    /** No reservation is open. */
    static final long NONE_OPEN = 0;

    final DayBudget[] days;
    final @Nullable TaskBudget task;
    final long taskCapPicoUsd;
    final @Nullable TaskBudget routeTask;
    final long routeTaskCapPicoUsd;
    private final long perRequestPicoUsd;
    private final boolean capped;

    /** Which of {@link #days} have something held, as bits. */
    int heldDays;

    long heldPicoUsd;
    long openTicket = NONE_OPEN;
    private long lastTicket = NONE_OPEN;

    BudgetSet(
            DayBudget[] days,
            @Nullable TaskBudget task,
            long taskCapPicoUsd,
            @Nullable TaskBudget routeTask,
            long routeTaskCapPicoUsd,
            long perRequestPicoUsd) {
        this.days = days;
        this.task = task;
        this.taskCapPicoUsd = taskCapPicoUsd;
        this.routeTask = routeTask;
        this.routeTaskCapPicoUsd = routeTaskCapPicoUsd;
        this.perRequestPicoUsd = perRequestPicoUsd;
        boolean any = task != null || routeTask != null || perRequestPicoUsd >= 0;
        for (DayBudget day : days) {
            any |= !day.free();
        }
        capped = any;
    }

    /** Whether any cap applied on arrival: by request, by task or by day. */
    public boolean capped() {
        return capped;
    }

    /** The tightest cap on one request with all its attempts, or {@link Caps#NONE}. */
    public long perRequestPicoUsd() {
        return perRequestPicoUsd;
    }

    /** The day whose budgets these are, as days since 1970-01-01 in the budgets' zone. */
    public long epochDay() {
        return days[0].id().epochDay();
    }

    long open(int daysHeld, long picoUsd) {
        heldDays = daysHeld;
        heldPicoUsd = picoUsd;
        openTicket = ++lastTicket;
        return openTicket;
    }
}
