package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.SliceSource;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.spend.TaskId;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Budgets that replicas share: this process draws pre-debited slices from Redis, spends them by itself, and gives the
 * rest back when it stops. The caps hold over all replicas because money leaves the store before it is spent.
 *
 * <p>Each draw has a number, so that one whose answer was lost is asked for again and granted once. While the store
 * cannot be reached nothing is granted: what is in hand is spent, then requests are refused. A store that lost its
 * data is told by every replica what it has drawn before it grants again; see {@link Membership}.
 *
 * <p>Draws are for any thread; the work is done on one Vert.x context.
 */
public final class SharedBudgets implements SliceSource {
    private static final Logger LOG = LoggerFactory.getLogger(SharedBudgets.class);
    private static final long KEEP_NANOS = TimeUnit.DAYS.toNanos(3);

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final String replica;
    private final Patience patience;
    private final Membership membership;
    private final ConcurrentHashMap<Account, Drawing> drawings = new ConcurrentHashMap<>();
    private final Promise<Void> ready = Promise.promise();
    private final AtomicLong draws = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final DeadReplicas deadReplicas;
    private @Nullable SpendLedger ledger;
    private long timer;
    private boolean wasReachable;

    /**
     * Budgets in a store that is not asked before {@link #start}.
     *
     * @param replica the name of this process, which no other ever had
     */
    public SharedBudgets(Vertx vertx, String redisUrl, String replica, Patience patience) {
        this.vertx = vertx;
        this.replica = replica;
        this.patience = patience;
        context = vertx.getOrCreateContext();
        store = new RedisStore(vertx, redisUrl, patience.answerMillis());
        membership = new Membership(store, replica, patience, drawings::values, this::changed);
        deadReplicas = new DeadReplicas(store, replica);
    }

    /** Notes who is alive; to be awaited before rows are read, else they cannot free what dead replicas had in hand. */
    public Future<Void> beforeRows() {
        return deadReplicas.noteLeases();
    }

    /**
     * Joins the other replicas. To be called once, after the ledger has been restored from rows.
     *
     * @return completes when money can be drawn, or when the store cannot be reached for now
     */
    public Future<Void> start(SpendLedger spendLedger) {
        context.runOnContext(start -> {
            ledger = spendLedger;
            deadReplicas.add(spendLedger.restoredByInstance());
            timer = vertx.setPeriodic(patience.signMillis(), tick -> sign());
            sign();
        });
        return ready.future();
    }

    private void sign() {
        membership.sign().onComplete(signed -> {
            if (signed.failed() || membership.generation() != null) {
                ready.tryComplete();
            }
            if (membership.generation() != null) {
                deadReplicas.tell();
            }
        });
        long now = System.nanoTime();
        drawings.values().removeIf(drawing -> !drawing.busy && now - drawing.usedNanos > KEEP_NANOS);
    }

    private void changed() {
        String trouble = membership.trouble();
        if (trouble == null != wasReachable) {
            wasReachable = trouble == null;
            if (trouble == null) {
                LOG.info("the store of the shared budgets answers");
            } else {
                LOG.warn("the store of the shared budgets is lost, what is in hand is spent: {}", trouble);
            }
        }
        drawings.values().forEach(this::pump);
    }

    @Override
    public void draw(Account account, long capPicoUsd, long leastPicoUsd, LongConsumer granted) {
        context.runOnContext(asked -> {
            Drawing drawing = drawings.computeIfAbsent(account, a -> new Drawing(a, Drawing.key(a)));
            drawing.usedNanos = System.nanoTime();
            drawing.asks.add(new Drawing.Ask(capPicoUsd, leastPicoUsd, granted));
            pump(drawing);
        });
    }

    @Override
    public long leftPicoUsd(Account account, long capPicoUsd) {
        if (membership.trouble() != null) {
            return 0;
        }
        Drawing drawing = drawings.get(account);
        return drawing == null ? capPicoUsd : drawing.left(capPicoUsd);
    }

    private void pump(Drawing drawing) {
        if (drawing.busy || (drawing.asks.isEmpty() && !drawing.unsure)) {
            return;
        }
        String generation = membership.generation();
        if (generation != null) {
            send(drawing, generation);
        } else if (!membership.reachable()) {
            refuseAll(drawing);
        }
    }

    private static void refuseAll(Drawing drawing) {
        List<Drawing.Ask> asks = new ArrayList<>(drawing.asks);
        drawing.asks.clear();
        asks.forEach(ask -> ask.granted().accept(0));
    }

    private void send(Drawing drawing, String generation) {
        boolean again = drawing.unsure;
        if (!again) {
            Drawing.Ask ask = drawing.asks.element();
            drawing.sequence++;
            drawing.capPicoUsd = ask.capPicoUsd();
            drawing.leastPicoUsd = ask.leastPicoUsd();
        }
        drawing.busy = true;
        drawing.unsure = true;
        draws.incrementAndGet();
        List<String> arguments = List.of(
                replica,
                Long.toString(patience.graceMillis()),
                Long.toString(patience.leaseMillis()),
                generation,
                Long.toString(drawing.sequence),
                Amounts.print(drawing.capPicoUsd),
                Amounts.print(drawing.leastPicoUsd),
                drawing.sharesAReplica(),
                Amounts.print(drawing.drawnPicoUsd),
                drawing.liveMillis());
        store.run(Script.DRAW, List.of(Membership.META, Membership.LIVE, drawing.key()), arguments)
                .onComplete(done -> {
                    drawing.busy = false;
                    if (done.succeeded()) {
                        answered(drawing, again, done.result());
                    } else {
                        failures.incrementAndGet();
                        membership.lost(done.cause());
                        refuseAll(drawing);
                    }
                });
    }

    private void answered(Drawing drawing, boolean again, Response answer) {
        switch (answer.get(0).toString()) {
            case "ok" -> {
                drawing.unsure = false;
                long granted = Amounts.parse(answer.get(3).toString());
                drawing.drawnPicoUsd += granted;
                drawing.seen(Amounts.parse(answer.get(4).toString()));
                if (again) {
                    late(drawing.account(), granted);
                } else {
                    drawing.asks.remove().granted().accept(granted);
                }
                pump(drawing);
            }
            case "wait" -> {
                drawing.unsure = again;
                membership.opensIn(Objects.requireNonNull(answer.get(2).toLong()));
            }
            default -> {
                drawing.unsure = again;
                membership.outdated();
            }
        }
    }

    /** What came of a draw that nobody waits for any more. */
    private void late(Account account, long granted) {
        SpendLedger owner = ledger;
        if (granted > 0 && (owner == null || !owner.grant(account, granted))) {
            LOG.debug("a late slice of {} comes to nobody and counts as spent", account);
        }
    }

    /** Gives back what is in hand and leaves. To be called when the last call has been settled. */
    public Future<Void> leave() {
        Promise<Void> left = Promise.promise();
        context.runOnContext(leave -> {
            vertx.cancelTimer(timer);
            SpendLedger owner = ledger;
            GivingBack giving = new GivingBack(store, replica, drawings);
            Future<Void> given = owner == null ? Future.succeededFuture() : giving.all(owner, context);
            given.timeout(2 * patience.answerMillis(), TimeUnit.MILLISECONDS)
                    .eventually(() -> store.remove(Membership.LIVE, replica))
                    .eventually(() -> {
                        store.close();
                        return Future.succeededFuture();
                    })
                    .<Void>mapEmpty()
                    .onComplete(left);
        });
        return left.future();
    }

    /** What is wrong with the store, in words for people, or null; for any thread. */
    public @Nullable String trouble() {
        return membership.trouble();
    }

    /** How often money was asked for; for any thread. */
    public long draws() {
        return draws.get();
    }

    /** How often the store did not answer; for any thread. */
    public long failures() {
        return failures.get();
    }

    /** What each replica has drawn of a budget, by its name, as the store knows it. */
    public Future<Map<String, Long>> holdings(BudgetId budget) {
        return Holdings.of(store, budget);
    }

    /** As {@link #holdings(BudgetId)}, of a task. */
    public Future<Map<String, Long>> holdings(TaskId task) {
        return Holdings.of(store, task);
    }
}
