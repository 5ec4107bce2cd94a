package io.faregate.router.spend;

/**
 * Money held for one attempt, to be settled exactly once whatever its end. Confined to the loop that made it.
 */
public final class Reservation implements Admission {
    private final LoopLedger ledger;
    private final BudgetSet budgets;
    private final long ticket;
    private final long picoUsd;

    Reservation(LoopLedger ledger, BudgetSet budgets, long ticket, long picoUsd) {
        this.ledger = ledger;
        this.budgets = budgets;
        this.ticket = ticket;
        this.picoUsd = picoUsd;
    }

    /** What was asked for, whether or not any budget bounds it. */
    public long picoUsd() {
        return picoUsd;
    }

    /**
     * Replaces what was held by what is charged: the rest is free again, and what is charged beyond it is booked in
     * full. Only the first call does anything.
     *
     * @param chargedPicoUsd at least 0
     * @return whether this was the first call; others are counted
     */
    public boolean settle(long chargedPicoUsd) {
        return ledger.settle(budgets, ticket, chargedPicoUsd);
    }
}
