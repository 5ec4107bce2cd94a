package io.faregate.router.spend;

import org.jspecify.annotations.Nullable;

/**
 * The budgets that one request has to fit, for the day of its arrival. Confined to the loop that made it; a request
 * holds one reservation at a time.
 */
public final class BudgetSet {
    private static final int GLOBAL = 1;
    private static final int ROUTE = 1 << 1;
    private static final int KEY = 1 << 2;

    private final LoopCell global;
    private final LoopCell route;
    private final @Nullable LoopCell key;
    final @Nullable TaskBudget task;
    final long taskCapPicoUsd;
    final @Nullable TaskBudget routeTask;
    final long routeTaskCapPicoUsd;
    private final long perRequestPicoUsd;
    private final boolean capped;

    /** Which of the day budgets have something held, as bits by {@link #day}. */
    int heldDays;

    long heldPicoUsd;

    /** How often a reservation was opened or closed: odd while one is open, whose ticket it is. */
    private long turns;

    BudgetSet(
            LoopCell global,
            LoopCell route,
            @Nullable LoopCell key,
            @Nullable TaskBudget task,
            long taskCapPicoUsd,
            @Nullable TaskBudget routeTask,
            long routeTaskCapPicoUsd,
            long perRequestPicoUsd) {
        this.global = global;
        this.route = route;
        this.key = key;
        this.task = task;
        this.taskCapPicoUsd = taskCapPicoUsd;
        this.routeTask = routeTask;
        this.routeTaskCapPicoUsd = routeTaskCapPicoUsd;
        this.perRequestPicoUsd = perRequestPicoUsd;
        capped = task != null
                || routeTask != null
                || perRequestPicoUsd >= 0
                || !global.free()
                || !route.free()
                || (key != null && !key.free());
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
        return global.budget().id().epochDay();
    }

    /** How many day budgets there are: of all, of the route and, if the request has one, of the key. */
    int days() {
        return key == null ? 2 : 3;
    }

    /** The loop's own money of one of the day budgets. */
    LoopCell day(int i) {
        return i == 0 ? global : i == 1 || key == null ? route : key;
    }

    /**
     * Moves an amount from idle to reserved in all day budgets that have a cap, or in none.
     *
     * @return the budgets it is held in, as bits, or a negative number if the loop's own money does not do
     */
    int holdDays(long picoUsd) {
        LoopCell ofKey = key;
        int held = 0;
        if (global.tryHold(picoUsd)) {
            held = GLOBAL;
        } else if (!global.free()) {
            return -1;
        }
        if (route.tryHold(picoUsd)) {
            held |= ROUTE;
        } else if (!route.free()) {
            return freed(held, picoUsd);
        }
        if (ofKey != null) {
            if (ofKey.tryHold(picoUsd)) {
                held |= KEY;
            } else if (!ofKey.free()) {
                return freed(held, picoUsd);
            }
        }
        return held;
    }

    private int freed(int held, long picoUsd) {
        moveDays(held, -picoUsd);
        return -1;
    }

    /** Moves an amount from idle to reserved in those day budgets whose bit is set; a negative one back. */
    void moveDays(int bits, long picoUsd) {
        for (int i = 0; i < days(); i++) {
            if ((bits & (1 << i)) != 0) {
                day(i).hold(picoUsd);
            }
        }
    }

    /** Ends what is held in the day budgets and books a charge. */
    void settleDays(int loop, int held, long heldPicoUsd, long chargedPicoUsd) {
        settle(global, loop, (held & GLOBAL) != 0 ? heldPicoUsd : 0, chargedPicoUsd);
        settle(route, loop, (held & ROUTE) != 0 ? heldPicoUsd : 0, chargedPicoUsd);
        LoopCell ofKey = key;
        if (ofKey != null) {
            settle(ofKey, loop, (held & KEY) != 0 ? heldPicoUsd : 0, chargedPicoUsd);
        }
    }

    private static void settle(LoopCell cell, int loop, long heldPicoUsd, long chargedPicoUsd) {
        if (!cell.trySettle(heldPicoUsd, chargedPicoUsd)) {
            cell.budget().settle(loop, heldPicoUsd, chargedPicoUsd);
        }
    }

    private boolean isOpen() {
        return (turns & 1) != 0;
    }

    /** Throws an {@link IllegalStateException} where a reservation is open, whose money another would make forgotten. */
    void expectNoneOpen() {
        if (isOpen()) {
            throw new IllegalStateException("a request holds one reservation at a time");
        }
    }

    /**
     * Notes a reservation; its ticket is above 0.
     *
     * @throws IllegalStateException if one is open
     */
    long open(int daysHeld, long picoUsd) {
        expectNoneOpen();
        heldDays = daysHeld;
        heldPicoUsd = picoUsd;
        return ++turns;
    }

    /** Notes that a reservation ends; false if it is not the one that is open. */
    boolean close(long ticket) {
        if (turns != ticket || !isOpen()) {
            return false;
        }
        turns++;
        return true;
    }
}
