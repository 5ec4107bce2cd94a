package io.faregate.router.spend;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request for money that the loop's own cells did not answer. Holds nothing between attempts. Confined to the loop.
 */
final class Pending {
    /** Calls of one task at one time may take from each other what each has asked for. */
    private static final int MOST_TASK_ASKS = 4;

    private final LoopLedger ledger;
    private final BudgetSet budgets;
    private final long picoUsd;
    private final Consumer<Admission> done;

    /** The round waited for in each of the day budgets. */
    private final @Nullable Recall[] awaited;

    private int taskAsks;

    Pending(LoopLedger ledger, BudgetSet budgets, long picoUsd, Consumer<Admission> done) {
        this.ledger = ledger;
        this.budgets = budgets;
        this.picoUsd = picoUsd;
        this.done = done;
        awaited = new Recall[budgets.days()];
    }

    /** Takes all, waits and tries again, or gives up. */
    void attempt() {
        if (!fits(budgets.task, budgets.taskCapPicoUsd) || !fits(budgets.routeTask, budgets.routeTaskCapPicoUsd)) {
            return;
        }
        int held = 0;
        int tentative = 0;
        for (int i = 0; i < budgets.days() && picoUsd > 0; i++) {
            Grant grant = budgets.day(i).budget().acquire(ledger.index(), picoUsd, awaited[i]);
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
        budgets.moveDays(held, picoUsd);
        boolean tasks = LoopLedger.holdTasks(budgets, picoUsd);
        if (!tasks) {
            budgets.moveDays(held, -picoUsd);
        }
        conclude(tentative);
        if (tasks) {
            done.accept(new Reservation(ledger, budgets, budgets.open(held, picoUsd), picoUsd));
        } else {
            done.accept(Admission.Refused.TASK);
        }
    }

    /** Whether the task has that much in hand; if not, the source is asked or the request refused. */
    private boolean fits(@Nullable TaskBudget task, long capPicoUsd) {
        if (task == null || task.fits(picoUsd, task.bound(capPicoUsd))) {
            return true;
        }
        SliceSource source = ledger.source();
        if (source == null || !task.fits(picoUsd, capPicoUsd) || taskAsks == MOST_TASK_ASKS) {
            done.accept(Admission.Refused.TASK);
            return false;
        }
        taskAsks++;
        long lacking = picoUsd - (task.bound(capPicoUsd) - task.heldPicoUsd());
        source.draw(task.id(), capPicoUsd, lacking, granted -> {
            if (granted == SliceSource.LOOK_AGAIN) {
                ledger.later(this::lookAgain);
                return;
            }
            task.grant(granted);
            ledger.later(granted < lacking ? () -> done.accept(Admission.Refused.TASK) : this::attempt);
        });
        return false;
    }

    /** The source was not asked for this one. */
    private void lookAgain() {
        taskAsks--;
        attempt();
    }

    private void conclude(int tentative) {
        for (int i = 0; i < budgets.days(); i++) {
            if ((tentative & (1 << i)) != 0) {
                budgets.day(i).budget().concludeTentative(ledger.index(), picoUsd);
            }
        }
    }

    private void goOn(Grant grant, int i) {
        switch (grant) {
            case WAIT -> {
                awaited[i] = budgets.day(i).budget().recall();
                budgets.day(i).budget().await(() -> ledger.later(this::attempt));
            }
            case AGAIN -> ledger.later(this::attempt);
            default -> done.accept(Admission.Refused.DAILY);
        }
    }
}
