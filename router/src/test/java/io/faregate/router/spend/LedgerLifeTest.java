package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.testing.QueuedLoop;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Days, restarts and caps that change. */
final class LedgerLifeTest extends QueuedLedger {
    @Test
    void forgetsATaskADayAfterItsLastCall() {
        start(perTask(5 * CENT), Map.of(), Map.of());
        reserved(0, loops[0].budgets(null, "r", "t", NOON), 5 * CENT).settle(5 * CENT);
        long later = NOON + 24 * HOUR;
        assertThat(reserve(0, loops[0].budgets(null, "r", "t", later), 1)).isEqualTo(Admission.Refused.TASK);
        assertThat(reserve(0, loops[0].budgets(null, "r", "t", later + 24 * HOUR), 1))
                .isEqualTo(Admission.Refused.TASK);
        assertThat(reserve(0, loops[0].budgets(null, "r", "t", later + 48 * HOUR + 1), 5 * CENT))
                .isInstanceOf(Reservation.class);
    }

    @Test
    void opensAtLocalMidnightAndLeavesNothingBehind() {
        ledger = new SpendLedger(ZoneId.of("Asia/Tokyo"), 2);
        startDaily(10 * CENT);
        long midnight = Instant.parse("2026-11-29T15:00:00Z").toEpochMilli();
        reserved(0, arrive(0, midnight - 10_000), 6 * CENT).settle(6 * CENT);
        Reservation across = reserved(0, arrive(0, midnight - 10_000), 4 * CENT);
        assertThat(reserve(1, arrive(1, midnight - 1), 1)).isEqualTo(Admission.Refused.DAILY);
        Reservation today = reserved(1, arrive(1, midnight), 10 * CENT);
        assertThat(across.settle(3 * CENT)).isTrue();
        assertThat(ledger.dayTotal(midnight - 1)).isEqualTo(9 * CENT);
        assertThat(ledger.dayTotal(midnight)).isZero();
        today.settle(2 * CENT);
        assertThat(ledger.dayTotal(midnight)).isEqualTo(2 * CENT);
        assertThat(ledger.view())
                .allSatisfy(view -> assertThat(view.reservedPicoUsd()).isZero());
        assertThat(reserve(0, arrive(0, midnight - 1), 2 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(0, arrive(0, midnight - 1), CENT)).isInstanceOf(Reservation.class);
    }

    @Test
    void forgetsDaysThatAreLongOver() {
        startDaily(10 * CENT);
        for (int day = 0; day < 5; day++) {
            reserved(0, arrive(0, NOON + day * (24 * HOUR)), CENT).settle(CENT);
        }
        assertThat(ledger.view().stream().map(view -> view.id().epochDay()).distinct())
                .containsExactly(NOON / (24 * HOUR) + 3, NOON / (24 * HOUR) + 4);
    }

    @Test
    void startsFromWhatEarlierRowsSay() {
        ledger.configure(daily(100 * CENT), Map.of("k", daily(50 * CENT)), Map.of());
        restore(NOON - HOUR, "k", "t", 40);
        restore(NOON - HOUR, null, null, 50);
        restore(NOON - 13 * HOUR, "k", "t", 7);
        start(daily(100 * CENT), Map.of("k", daily(50 * CENT)), Map.of());
        assertThat(ledger.dayTotal(NOON)).isEqualTo(90 * CENT);
        assertThat(reserve(0, arrive(0, NOON), 20 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(0, loops[0].budgets("k", "r", null, NOON), 11 * CENT))
                .isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(0, loops[0].budgets("k", "r", null, NOON), 10 * CENT))
                .isInstanceOf(Reservation.class);
    }

    @Test
    void rebuildsTasksFromTheLastDayOfRows() {
        Caps caps = perTask(10 * CENT);
        ledger.configure(caps, Map.of(), Map.of("r", perTask(8 * CENT)));
        restore(NOON - 23 * HOUR, "k", "t", 6);
        restore(NOON - HOUR, "k", "t", 1);
        restore(NOON - 25 * HOUR, "k", "old", 9);
        start(caps, Map.of(), Map.of("r", perTask(8 * CENT)));
        assertThat(loops[0].remaining(loops[0].budgets("k", "r", "t", NOON))).isEqualTo(CENT);
        assertThat(loops[0].remaining(loops[0].budgets("k", "other", "t", NOON)))
                .isEqualTo(3 * CENT);
        assertThat(loops[0].remaining(loops[0].budgets("k", "other", "old", NOON)))
                .isEqualTo(10 * CENT);
    }

    private void restore(long arrivalMillis, @Nullable String key, @Nullable String task, long cents) {
        ledger.restore(new SpendFact(arrivalMillis, key, "r", task, cents * CENT, "dead-1"), NOON);
    }

    @Test
    void countsWithoutAnyCap() {
        start(Caps.UNCAPPED, Map.of(), Map.of());
        BudgetSet budgets = arrive(0, NOON);
        assertThat(budgets.capped()).isFalse();
        assertThat(loops[0].remaining(budgets)).isEqualTo(PicoUsd.MAX);
        assertThat(reserved(0, budgets, PicoUsd.MAX).settle(3 * CENT)).isTrue();
        assertThat(loops[0].dayTotal(budgets)).isEqualTo(3 * CENT);
        assertThat(ledger.overrunPicoUsd()).isZero();
        assertThat(global().reservedPicoUsd()).isZero();
    }

    @Test
    void countsWhatWasSpentBeforeACapWasSet() {
        start(Caps.UNCAPPED, Map.of(), Map.of());
        reserved(0, arrive(0, NOON), 99 * CENT).settle(6 * CENT);
        reserved(1, arrive(1, NOON), 99 * CENT).settle(3 * CENT);
        ledger.configure(daily(10 * CENT), Map.of(), Map.of());
        List<Admission> answers = new ArrayList<>();
        loops[0].reserve(arrive(0, NOON), 2 * CENT, answers::add);
        assertThat(answers).isEmpty();
        QueuedLoop.runAll(queues);
        assertThat(answers).containsExactly(Admission.Refused.DAILY);
        assertThat(reserve(1, arrive(1, NOON), CENT)).isInstanceOf(Reservation.class);
    }

    @Test
    void lowersAndRaisesACapWhileTotalsStay() {
        startDaily(100 * CENT);
        reserved(0, arrive(0, NOON), 40 * CENT).settle(40 * CENT);
        reserved(1, arrive(1, NOON), 10 * CENT).settle(0);
        ledger.configure(daily(30 * CENT), Map.of(), Map.of());
        assertThat(reserve(1, arrive(1, NOON), 1)).isEqualTo(Admission.Refused.DAILY);
        assertThat(ledger.dayTotal(NOON)).isEqualTo(40 * CENT);
        ledger.configure(daily(50 * CENT), Map.of(), Map.of());
        assertThat(reserve(1, arrive(1, NOON), 11 * CENT)).isEqualTo(Admission.Refused.DAILY);
        assertThat(reserve(1, arrive(1, NOON), 10 * CENT)).isInstanceOf(Reservation.class);
        ledger.configure(Caps.UNCAPPED, Map.of(), Map.of());
        assertThat(reserve(1, arrive(1, NOON), 1000 * CENT)).isInstanceOf(Reservation.class);
    }

    /** What other replicas have drawn is not left; what this one has in hand is. */
    @Test
    void tellsWhatIsLeftForAllReplicasWhereTheMoneyIsDrawn() {
        SliceSource source = new SliceSource() {
            @Override
            public void draw(Account account, long capPicoUsd, long leastPicoUsd, LongConsumer granted) {
                granted.accept(8 * CENT);
            }

            @Override
            public long leftPicoUsd(Account account, long capPicoUsd) {
                return 30 * CENT;
            }
        };
        ledger = new SpendLedger(ZoneOffset.UTC, 2, source);
        startDaily(100 * CENT);
        reserved(0, arrive(0, NOON), 5 * CENT).settle(CENT);

        BudgetView view = global();
        long inHand = view.centrePicoUsd()
                + view.slicesPicoUsd().get(0)
                + view.slicesPicoUsd().get(1);
        assertThat(view.settledPicoUsd()).isEqualTo(CENT);
        assertThat(inHand).isPositive();
        assertThat(view.remainingPicoUsd()).isEqualTo(30 * CENT + inHand);
    }

    @Test
    void tellsWhatIsLeftOfACapOfItsOwn() {
        startDaily(100 * CENT);
        reserved(0, arrive(0, NOON), 5 * CENT).settle(CENT);
        reserved(1, arrive(1, NOON), 5 * CENT);

        assertThat(global().remainingPicoUsd()).isEqualTo(94 * CENT);
        assertThat(ledger.view().get(1).remainingPicoUsd()).as("no cap").isZero();
    }
}
