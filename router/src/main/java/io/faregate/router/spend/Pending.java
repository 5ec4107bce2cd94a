package io.faregate.router.spend;

import java.util.function.Consumer;

/**
 * A request for money that the loop's own cells did not answer. Holds nothing between attempts. Confined to the loop.
 */
final class Pending {
    private final LoopLedger ledger;
    private final BudgetSet budgets;
    private final long picoUsd;
    private final Consumer<Admission> done;

    /** For which of the budgets the source has been asked for enough, as bits. */
    private int asked;

    Pending(LoopLedger ledger, BudgetSet budgets, long picoUsd, Consumer<Admission> done) {
        this.ledger = ledger;
        this.budgets = budgets;
        this.picoUsd = picoUsd;
        this.done = done;
    }

    /** Takes all, waits and tries again, or gives up. */
    void attempt() {
        if (!fitsTasks()) {
            done.accept(Admission.Refused.TASK);
            return;
        }
        DayBudget[] days = budgets.days;
        int held = 0;
        int tentative = 0;
        for (int i = 0; i < days.length && picoUsd > 0; i++) {
            Grant grant = days[i].acquire(ledger.index(), picoUsd, (asked & (1 << i)) != 0);
            switch (grant) {
                case FREE -> {}
                case OWN -> held |= 1 << i;
                case TENTATIVE -> {
                    held |= 1 << i;
                    tentative |= 1 << i;
                }
                default -> {
                    conclude(tentative);
                    goOn(grant, i);
                    return;
                }
            }
        }
        ledger.hold(days, held, picoUsd);
        boolean tasks = LoopLedger.holdTasks(budgets, picoUsd);
        if (!tasks) {
            ledger.release(days, held, picoUsd);
        }
        conclude(tentative);
        if (tasks) {
            done.accept(new Reservation(ledger, budgets, budgets.open(held, picoUsd), picoUsd));
        } else {
            done.accept(Admission.Refused.TASK);
        }
    }

    private boolean fitsTasks() {
        TaskBudget task = budgets.task;
        TaskBudget routeTask = budgets.routeTask;
        return (task == null || task.fits(picoUsd, budgets.taskCapPicoUsd))
                && (routeTask == null || routeTask.fits(picoUsd, budgets.routeTaskCapPicoUsd));
    }

    private void conclude(int tentative) {
        for (int i = 0; i < budgets.days.length; i++) {
            if ((tentative & (1 << i)) != 0) {
                budgets.days[i].concludeTentative(ledger.index(), picoUsd);
            }
        }
    }

    private void goOn(Grant grant, int i) {
        switch (grant) {
            case WAIT -> {
                if (budgets.days[i].asksFor(picoUsd)) {
                    asked |= 1 << i;
                }
                budgets.days[i].await(() -> ledger.later(this::attempt));
            }
            case AGAIN -> ledger.later(this::attempt);
            default -> done.accept(Admission.Refused.DAILY);
        }
    }
}
