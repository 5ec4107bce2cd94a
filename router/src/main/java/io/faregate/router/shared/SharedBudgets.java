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
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** What a loop asks for. */
    private record Asked(Account account, Drawing.Ask ask) {}

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final String replica;
    private final Patience patience;
    private final Membership membership;
    private final Drawings drawings = new Drawings();
    private final DrawQueue queue;
    private final ConcurrentLinkedQueue<Asked> asked = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean taking = new AtomicBoolean();
    private final Promise<Void> ready = Promise.promise();
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
        membership = new Membership(store, replica, patience, drawings, this::changed);
        queue = new DrawQueue(store, replica, patience, membership, this::late);
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
        drawings.prune(System.nanoTime());
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
        queue.pump();
    }

    @Override
    public void draw(Account account, long capPicoUsd, long leastPicoUsd, LongConsumer granted) {
        asked.add(new Asked(account, new Drawing.Ask(capPicoUsd, leastPicoUsd, granted)));
        if (!taking.getAndSet(true)) {
            context.runOnContext(take -> take());
        }
    }

    /** Takes what loops have asked since it was last looked. */
    private void take() {
        taking.set(false);
        long nowNanos = System.nanoTime();
        for (Asked next = asked.poll(); next != null; next = asked.poll()) {
            Drawing drawing = drawings.used(next.account(), nowNanos);
            drawing.add(next.ask());
            queue.add(drawing);
        }
        queue.pump();
    }

    @Override
    public long leftPicoUsd(Account account, long capPicoUsd) {
        if (membership.trouble() != null) {
            return 0;
        }
        Drawing drawing = drawings.get(account);
        return drawing == null ? capPicoUsd : drawing.left(capPicoUsd);
    }

    /** What came of a draw that nobody waits for any more. */
    private void late(Drawing drawing, long granted) {
        SpendLedger owner = ledger;
        if (granted > 0 && (owner == null || !owner.grant(drawing.account(), granted))) {
            LOG.debug("a late slice of {} comes to nobody and counts as spent", drawing.account());
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
        return queue.draws();
    }

    /** How often the store did not answer; for any thread. */
    public long failures() {
        return queue.failures();
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
