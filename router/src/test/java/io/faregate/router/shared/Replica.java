package io.faregate.router.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.spend.Admission;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.BudgetSet;
import io.faregate.router.spend.Caps;
import io.faregate.router.spend.LoopLedger;
import io.faregate.router.spend.Reservation;
import io.faregate.router.spend.Scope;
import io.faregate.router.spend.SpendFact;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.LoopbackRedis;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A process of its own as far as money goes: ledger, loops and its share of the store. */
final class Replica implements AutoCloseable {
    static final long NOW = 1_774_700_000_000L;
    static final Patience QUICK = new Patience(5_000, 25, 800, 1_000);

    final SharedBudgets shared;
    final SpendLedger ledger;
    private final Vertx vertx = Vertx.vertx();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final List<LoopLedger> loops = new ArrayList<>();

    Replica(String name, LoopbackRedis store, Patience patience, Caps caps, SpendFact... rows) {
        shared = new SharedBudgets(vertx, store.url(), name, patience);
        ledger = new SpendLedger(ZoneOffset.UTC, 2, shared);
        ledger.configure(caps, Map.of(), Map.of());
        if (rows.length > 0) {
            get(shared.beforeRows());
        }
        for (SpendFact row : rows) {
            ledger.restore(row, NOW);
        }
        for (int i = 0; i < 2; i++) {
            threads.add(Executors.newSingleThreadExecutor());
            loops.add(ledger.loop(i, threads.get(i), NOW));
        }
    }

    static <T> T get(Future<T> future) {
        return get(future.toCompletionStage().toCompletableFuture());
    }

    static <T> T get(CompletableFuture<T> future) {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    Replica start() {
        get(shared.start(ledger));
        assertThat(shared.trouble()).isNull();
        return this;
    }

    /** Asks for money on a loop; what is admitted is charged as told, on the same loop, at once. */
    CompletableFuture<Admission> call(int loop, @Nullable String task, long picoUsd, long chargedPicoUsd) {
        CompletableFuture<Admission> answer = new CompletableFuture<>();
        threads.get(loop).execute(() -> {
            BudgetSet budgets = loops.get(loop).budgets(null, "r", task, NOW);
            loops.get(loop).reserve(budgets, picoUsd, admission -> {
                if (admission instanceof Reservation reservation) {
                    reservation.settle(chargedPicoUsd);
                }
                answer.complete(admission);
            });
        });
        return answer;
    }

    boolean admits(@Nullable String task, long picoUsd) {
        return get(call(0, task, picoUsd, picoUsd)) instanceof Reservation;
    }

    /** What the store says that a replica has drawn of today's budget. */
    long drawnBy(String replica) {
        return get(shared.holdings(new BudgetId(Scope.GLOBAL, "", NOW / 86_400_000)))
                .getOrDefault(replica, 0L);
    }

    long remaining() {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        threads.get(0)
                .execute(() ->
                        answer.complete(loops.get(0).remaining(loops.get(0).budgets(null, "r", null, NOW))));
        return get(answer);
    }

    /** Stops as if killed: nothing is given back. */
    @Override
    public void close() {
        get(vertx.close());
        threads.forEach(ExecutorService::shutdownNow);
    }
}
