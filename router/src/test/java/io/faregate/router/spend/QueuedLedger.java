package io.faregate.router.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.money.PicoUsd;
import io.faregate.router.testing.QueuedLoop;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A ledger of two loops that run when told, for tests to extend. */
abstract class QueuedLedger {
    static final long CENT = PicoUsd.DOLLAR / 100;
    static final long NOON = Instant.parse("2026-11-29T12:00:00Z").toEpochMilli();
    static final long HOUR = 3_600_000;

    final QueuedLoop[] queues = {new QueuedLoop(), new QueuedLoop()};
    SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 2);
    LoopLedger[] loops = {};

    void start(Caps global, Map<String, Caps> keys, Map<String, Caps> routes) {
        ledger.configure(global, keys, routes);
        loops = new LoopLedger[] {ledger.loop(0, queues[0], NOON), ledger.loop(1, queues[1], NOON)};
    }

    void startDaily(long picoUsd) {
        start(daily(picoUsd), Map.of(), Map.of());
    }

    static Caps daily(long picoUsd) {
        return new Caps(Caps.NONE, picoUsd, Caps.NONE);
    }

    static Caps perTask(long picoUsd) {
        return new Caps(Caps.NONE, Caps.NONE, picoUsd);
    }

    BudgetSet arrive(int loop, long nowMillis) {
        return loops[loop].budgets(null, "r", null, nowMillis);
    }

    /** The answer to a request, after all that has to be asked for has come. */
    Admission reserve(int loop, BudgetSet budgets, long picoUsd) {
        List<Admission> answers = new ArrayList<>();
        loops[loop].reserve(budgets, picoUsd, answers::add);
        QueuedLoop.runAll(queues);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    Reservation reserved(int loop, BudgetSet budgets, long picoUsd) {
        return (Reservation) reserve(loop, budgets, picoUsd);
    }

    BudgetView global() {
        return ledger.view().get(0);
    }
}
