package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.testing.QueuedLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Admission and settlement step by step. */
final class LedgerTest extends QueuedLedger {
    @Test
    void admitsWhatFitsAndRefusesTheNext() {
        startDaily(100 * CENT);
        Reservation spent = reserved(0, arrive(0, NOON), 95 * CENT);
        spent.settle(95 * CENT);
        assertThat(reserve(0, arrive(0, NOON), 4 * CENT)).isInstanceOf(Reservation.class);
        for (int i = 0; i < 9; i++) {
            assertThat(reserve(i % 2, arrive(i % 2, NOON), 4 * CENT)).isEqualTo(Admission.Refused.DAILY);
        }
        assertThat(Admission.Refused.DAILY.code()).isEqualTo("daily_budget_exceeded");
    }

    @Test
    void admitsExactlyWhatFitsOfTheFirstCallsOfTheDay() {
        startDaily(10 * CENT);
        int admitted = 0;
        for (int i = 0; i < 8; i++) {
            admitted += reserve(i % 2, arrive(i % 2, NOON), 4 * CENT) instanceof Reservation ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(2);
    }

    @Test
    void tenTenthsAreTheWhole() {
        startDaily(PicoUsd.DOLLAR);
        for (int i = 0; i < 10; i++) {
            assertThat(reserved(i % 2, arrive(i % 2, NOON), PicoUsd.DOLLAR / 10).settle(PicoUsd.DOLLAR / 10))
                    .isTrue();
        }
        assertThat(reserve(0, arrive(0, NOON), PicoUsd.DOLLAR / 10)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(0, arrive(0, NOON), 1)).isEqualTo(Admission.Refused.DAILY);
        assertThat(ledger.dayTotal(NOON)).isEqualTo(PicoUsd.DOLLAR);
    }

    @Test
    void replacesWhatWasHeldByWhatIsCharged() {
        startDaily(50 * CENT);
        for (int i = 0; i < 10; i++) {
            reserved(i % 2, arrive(i % 2, NOON), 4 * CENT).settle(CENT);
        }
        BudgetView view = global();
        assertThat(view.settledPicoUsd()).isEqualTo(10 * CENT);
        assertThat(view.reservedPicoUsd()).isZero();
        assertThat(loops[0].remaining(arrive(0, NOON))).isEqualTo(40 * CENT);
        assertThat(loops[1].remaining(arrive(1, NOON))).isEqualTo(40 * CENT);
    }

    @Test
    void settlesOnceAndCountsTheOthers() {
        startDaily(50 * CENT);
        BudgetSet budgets = arrive(0, NOON);
        Reservation first = reserved(0, budgets, 4 * CENT);
        assertThat(first.settle(CENT)).isTrue();
        assertThat(first.settle(2 * CENT)).isFalse();
        Reservation second = reserved(0, budgets, 4 * CENT);
        assertThat(first.settle(0)).isFalse();
        assertThat(global().reservedPicoUsd()).isEqualTo(4 * CENT);
        assertThat(second.settle(CENT)).isTrue();
        assertThat(ledger.lateSettlements()).isEqualTo(2);
        assertThat(ledger.dayTotal(NOON)).isEqualTo(2 * CENT);
    }

    @Test
    void booksNothingForATicketThatReservedNothing() {
        startDaily(50 * CENT);
        BudgetSet budgets = arrive(0, NOON);
        long ticket = loops[0].tryReserve(budgets, 60 * CENT);
        assertThat(ticket).isZero();
        assertThat(loops[0].settle(budgets, ticket, CENT)).isFalse();
        assertThat(ledger.dayTotal(NOON)).isZero();
        assertThat(ledger.lateSettlements()).isEqualTo(1);
    }

    @Test
    void letsARequestHoldOneReservationAtATime() {
        startDaily(50 * CENT);
        BudgetSet budgets = arrive(0, NOON);
        reserved(0, budgets, CENT);
        assertThatThrownBy(() -> loops[0].reserve(budgets, CENT, admission -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesASecondTicketWithoutTouchingTheFirst() {
        startDaily(50 * CENT);
        BudgetSet budgets = arrive(0, NOON);
        Reservation first = reserved(0, budgets, CENT);

        assertThatThrownBy(() -> loops[0].tryReserve(budgets, 2 * CENT)).isInstanceOf(IllegalStateException.class);

        assertThat(ledger.view())
                .extracting(BudgetView::reservedPicoUsd)
                .contains(CENT)
                .doesNotContain(2 * CENT, 3 * CENT);
        assertThat(first.settle(CENT)).isTrue();
        assertThat(ledger.dayTotal(NOON)).isEqualTo(CENT);
        assertThat(ledger.view()).extracting(BudgetView::reservedPicoUsd).containsOnly(0L);
    }

    @Test
    void findsTheMoneyThatAnotherLoopHoldsIdle() {
        startDaily(100 * CENT);
        reserved(0, arrive(0, NOON), 90 * CENT).settle(0);
        assertThat(global().slicesPicoUsd().get(0)).isGreaterThanOrEqualTo(90 * CENT);

        List<Admission> answers = new ArrayList<>();
        loops[1].reserve(arrive(1, NOON), 95 * CENT, answers::add);
        assertThat(answers).isEmpty();
        queues[0].runOne();
        assertThat(answers).isEmpty();
        queues[1].runOne();
        assertThat(answers).singleElement().isInstanceOf(Reservation.class);
    }

    @Test
    void asksTheLoopsOnceForManyThatWait() {
        startDaily(100 * CENT);
        reserved(0, arrive(0, NOON), 90 * CENT).settle(0);
        List<Admission> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            loops[1].reserve(arrive(1, NOON), 30 * CENT, answers::add);
        }
        assertThat(queues[0].runOne()).isTrue();
        assertThat(queues[0].runOne()).isFalse();
        QueuedLoop.runAll(queues);
        assertThat(answers).hasSize(5);
        assertThat(answers.stream().filter(Reservation.class::isInstance)).hasSize(3);
    }

    @Test
    void refusesAtOnceWhenItIsKnownThatNothingIsLeft() {
        startDaily(10 * CENT);
        reserved(0, arrive(0, NOON), 10 * CENT).settle(10 * CENT);
        assertThat(reserve(1, arrive(1, NOON), CENT)).isEqualTo(Admission.Refused.DAILY);
        List<Admission> answers = new ArrayList<>();
        loops[0].reserve(arrive(0, NOON), CENT, answers::add);
        assertThat(answers).containsExactly(Admission.Refused.DAILY);
    }

    @Test
    void givesBackToAllWhenReservationsAreSettledForLess() {
        startDaily(10 * CENT);
        Reservation all = reserved(0, arrive(0, NOON), 10 * CENT);
        assertThat(reserve(1, arrive(1, NOON), CENT)).isEqualTo(Admission.Refused.DAILY);
        all.settle(0);
        assertThat(reserve(1, arrive(1, NOON), 10 * CENT)).isInstanceOf(Reservation.class);
    }

    @Test
    void booksUsageBeyondItsReservationInFullAndClosesTheBudget() {
        startDaily(100 * CENT);
        reserved(1, arrive(1, NOON), 10 * CENT).settle(0);
        assertThat(global().slicesPicoUsd().get(1)).isPositive();
        reserved(0, arrive(0, NOON), 10 * CENT).settle(120 * CENT);
        assertThat(ledger.overrunPicoUsd()).isEqualTo(110 * CENT);
        assertThat(ledger.dayTotal(NOON)).isEqualTo(120 * CENT);
        // The other loop still holds idle money, which must not be spent.
        assertThat(reserve(1, arrive(1, NOON), 1)).isEqualTo(Admission.Refused.DAILY);
        assertThat(loops[1].remaining(arrive(1, NOON))).isZero();
        assertThat(reserve(1, arrive(1, NOON), 0)).isInstanceOf(Reservation.class);
    }

    @Test
    void takesAllBudgetsOrNone() {
        start(daily(100 * CENT), Map.of("k", daily(50 * CENT)), Map.of("r", daily(20 * CENT)));
        BudgetSet first = loops[0].budgets("k", "r", null, NOON);
        assertThat(loops[0].remaining(first)).isEqualTo(20 * CENT);
        assertThat(reserve(0, first, 30 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(ledger.view())
                .allSatisfy(view -> assertThat(view.reservedPicoUsd()).isZero());
        reserved(0, first, 20 * CENT);
        assertThat(ledger.view())
                .allSatisfy(view -> assertThat(view.reservedPicoUsd()).isEqualTo(20 * CENT));
        BudgetSet otherRoute = loops[1].budgets("k", "other", null, NOON);
        assertThat(reserve(1, otherRoute, 31 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(1, otherRoute, 30 * CENT)).isInstanceOf(Reservation.class);
        BudgetSet otherKey = loops[1].budgets("other", "other", null, NOON);
        assertThat(reserve(1, otherKey, 51 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(1, otherKey, 50 * CENT)).isInstanceOf(Reservation.class);
    }

    /** The first budgets have it in hand, a later one has not: what was taken of the first goes back. */
    @Test
    void givesBackTheFirstBudgetsWhenALaterOneIsShort() {
        Caps large = daily(800 * CENT);
        start(large, Map.of("k", daily(30 * CENT)), Map.of("r", large));
        reserved(0, loops[0].budgets("k", "r", null, NOON), 20 * CENT).settle(0);
        List<BudgetView> before = ledger.view();

        assertThat(loops[0].tryReserve(loops[0].budgets("k", "r", null, NOON), 31 * CENT))
                .isZero();
        assertThat(ledger.view()).isEqualTo(before);
        BudgetSet fits = loops[0].budgets("k", "r", null, NOON);
        long ticket = loops[0].tryReserve(fits, 20 * CENT);
        assertThat(ticket).isPositive();
        assertThat(ledger.view())
                .allSatisfy(view -> assertThat(view.reservedPicoUsd()).isEqualTo(20 * CENT));
        assertThat(loops[0].settle(fits, ticket, CENT)).isTrue();
        assertThat(loops[0].settle(fits, ticket, CENT)).isFalse();
        assertThat(ledger.view()).allSatisfy(view -> {
            assertThat(view.reservedPicoUsd()).isZero();
            assertThat(view.settledPicoUsd()).isEqualTo(CENT);
        });
    }

    @Test
    void keepsATaskWithinItsCapAcrossLoops() {
        start(perTask(10 * CENT), Map.of(), Map.of());
        int admitted = 0;
        for (int i = 0; i < 10; i++) {
            BudgetSet same = loops[i % 2].budgets(null, "r", "same", NOON);
            admitted += reserve(i % 2, same, 4 * CENT) instanceof Reservation ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(2);
        assertThat(reserve(0, loops[0].budgets(null, "r", "same", NOON), 4 * CENT))
                .isEqualTo(Admission.Refused.TASK);
        assertThat(Admission.Refused.TASK.code()).isEqualTo("task_budget_exceeded");
        assertThat(reserve(0, loops[0].budgets(null, "r", "other", NOON), 4 * CENT))
                .isInstanceOf(Reservation.class);
        assertThat(reserve(0, loops[0].budgets("k", "r", "same", NOON), 4 * CENT))
                .isInstanceOf(Reservation.class);
    }

    @Test
    void bindsTheTasksOfAKeyAndOfARouteByTheirOwnCaps() {
        start(Caps.UNCAPPED, Map.of("k", perTask(5 * CENT)), Map.of("r", perTask(3 * CENT)));
        BudgetSet elsewhere = loops[0].budgets("k", "other", "t", NOON);
        reserved(0, elsewhere, 2 * CENT).settle(2 * CENT);
        BudgetSet here = loops[0].budgets("k", "r", "t", NOON);
        assertThat(loops[0].remaining(here)).isEqualTo(3 * CENT);
        assertThat(reserve(0, here, 4 * CENT)).isEqualTo(Admission.Refused.TASK);
        reserved(0, here, 3 * CENT).settle(3 * CENT);
        assertThat(reserve(0, elsewhere, 1)).isEqualTo(Admission.Refused.TASK);
        assertThat(reserve(1, loops[1].budgets("free", "r", "t", NOON), 3 * CENT))
                .isInstanceOf(Reservation.class);
        assertThat(reserve(1, loops[1].budgets("free", "other", "t", NOON), 99 * CENT))
                .isInstanceOf(Reservation.class);
    }

    @Test
    void boundsARequestThatIsATaskOfItsOwn() {
        start(perTask(5 * CENT), Map.of(), Map.of());
        BudgetSet own = loops[0].budgets(null, "r", null, NOON);
        reserved(0, own, 3 * CENT).settle(3 * CENT);
        assertThat(reserve(0, own, 3 * CENT)).isEqualTo(Admission.Refused.TASK);
        assertThat(reserve(0, loops[0].budgets(null, "r", null, NOON), 3 * CENT))
                .isInstanceOf(Reservation.class);
        assertThat(ledger.tasks()).isZero();
    }

    @Test
    void closesATaskThatUsedMoreThanItHeld() {
        start(perTask(5 * CENT), Map.of(), Map.of());
        reserved(0, loops[0].budgets(null, "r", "t", NOON), CENT).settle(9 * CENT);
        assertThat(ledger.overrunPicoUsd()).isEqualTo(8 * CENT);
        assertThat(reserve(1, loops[1].budgets(null, "r", "t", NOON), 1)).isEqualTo(Admission.Refused.TASK);
    }

    @Test
    void refusesAnAmountBeyondAllMoney() {
        startDaily(PicoUsd.MAX);
        assertThat(reserve(0, arrive(0, NOON), PicoUsd.MAX)).isInstanceOf(Reservation.class);
        assertThat(reserve(0, arrive(0, NOON), PicoUsd.MAX)).isEqualTo(Admission.Refused.DAILY);
    }

    @Test
    void aCapOfZeroAdmitsWhatIsFree() {
        startDaily(0);
        assertThat(reserve(0, arrive(0, NOON), 1)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(0, arrive(0, NOON), 0)).isInstanceOf(Reservation.class);
    }

    @Test
    void knowsTheTightestCapOfARequest() {
        start(
                new Caps(5 * CENT, Caps.NONE, Caps.NONE),
                Map.of("k", new Caps(3 * CENT, Caps.NONE, Caps.NONE)),
                Map.of("tight", new Caps(2 * CENT, Caps.NONE, Caps.NONE), "loose", new Caps(90 * CENT, -1, -1)));
        assertThat(loops[0].budgets(null, "tight", null, NOON).perRequestPicoUsd())
                .isEqualTo(2 * CENT);
        assertThat(loops[0].budgets(null, "loose", null, NOON).perRequestPicoUsd())
                .isEqualTo(5 * CENT);
        assertThat(loops[0].budgets("k", "loose", null, NOON).perRequestPicoUsd())
                .isEqualTo(3 * CENT);
        assertThat(loops[0].budgets("k", "loose", null, NOON).capped()).isTrue();
    }
}
