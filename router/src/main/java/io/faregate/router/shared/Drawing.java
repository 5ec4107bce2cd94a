package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.SliceSource;
import io.faregate.router.spend.TaskId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What this replica has drawn of one account, and who waits for more. Confined to the context of the shared budgets,
 * but for what the store last told.
 */
final class Drawing {
    /** One request for money. */
    record Ask(long capPicoUsd, long leastPicoUsd, LongConsumer granted) {}

    private static final long DAY_MILLIS = 86_400_000;
    private static final String LIVE_DAY_MILLIS = Long.toString(3 * DAY_MILLIS);
    private static final String LIVE_TASK_MILLIS = Long.toString(DAY_MILLIS);

    /**
     * Into how many parts for each living replica the rest is thought of: a draw takes one. The next slice is drawn while
     * half of the last is there: in hand is never more than two of these.
     */
    private static final long SHARES_OF_A_DAY = 32;

    private static final long SHARES_OF_A_TASK = 2;

    /** Those who wait; a first list is made for the first of them, since most accounts are tasks that ask once. */
    private @Nullable ArrayDeque<Ask> asks;

    private final Account account;

    /** The number of the draw under way or, when its answer was lost, of the one to be asked for again. */
    long sequence;

    /** Whether nobody knows if the last draw was granted. */
    boolean unsure;

    /** What the last draw asked for. */
    long capPicoUsd;

    long leastPicoUsd;

    /** Whether a draw is under way. */
    boolean busy;

    /** Whether it stands in the queue for one. */
    boolean queued;

    long drawnPicoUsd;
    long usedNanos;
    long lookedAtNanos;
    private volatile long seenPicoUsd;

    Drawing(Account account, long nowNanos) {
        this.account = account;
        usedNanos = nowNanos;
        lookedAtNanos = nowNanos;
    }

    void add(Ask ask) {
        ArrayDeque<Ask> waiting = asks;
        if (waiting == null) {
            waiting = new ArrayDeque<>(2);
            asks = waiting;
        }
        waiting.add(ask);
    }

    /** All who wait; nobody does any more. */
    List<Ask> takeAsks() {
        List<Ask> taken = asks == null ? List.of() : List.copyOf(asks);
        asks = null;
        return taken;
    }

    /**
     * Answers the first of those who wait. For a task the others are to look again, since what one was granted is mostly
     * enough for all; in a day's budget each waits for its own.
     */
    void answer(long grantedPicoUsd) {
        ArrayDeque<Ask> waiting = Objects.requireNonNull(asks);
        Ask first = waiting.remove();
        List<Ask> others = List.of();
        if (waiting.isEmpty()) {
            asks = null;
        } else if (account instanceof TaskId) {
            others = takeAsks();
        }
        first.granted().accept(grantedPicoUsd);
        others.forEach(ask -> ask.granted().accept(SliceSource.LOOK_AGAIN));
    }

    /** Notes that it is asked for; true if that is for the second time, since nobody knows what came of the first. */
    boolean send() {
        queued = false;
        busy = true;
        if (unsure) {
            return true;
        }
        Ask ask = Objects.requireNonNull(asks).element();
        sequence++;
        capPicoUsd = ask.capPicoUsd();
        leastPicoUsd = ask.leastPicoUsd();
        unsure = true;
        return false;
    }

    /** What the store is told and asked. */
    String print() {
        StringBuilder text = new StringBuilder(80).append(sequence);
        Amounts.append(text, capPicoUsd);
        Amounts.append(text, leastPicoUsd);
        Amounts.append(text, drawnPicoUsd);
        boolean ofDay = account instanceof BudgetId;
        return text.append(' ')
                .append(ofDay ? SHARES_OF_A_DAY : SHARES_OF_A_TASK)
                .append(' ')
                .append(liveMillis())
                .toString();
    }

    /** Whether there is something to ask the store. */
    boolean isDue() {
        return !busy && (unsure || asks != null);
    }

    static String key(Account account) {
        if (account instanceof BudgetId id) {
            return RedisStore.TAG + "day:" + id.epochDay() + ":" + id.scope().key() + ":" + plain(id.name());
        }
        TaskId id = (TaskId) account;
        return RedisStore.TAG + "task:" + plain(id.key()) + ":" + plain(id.route()) + ":" + plain(id.task());
    }

    /** A name without the colon that parts names. */
    private static String plain(String name) {
        return name.replace("%", "%25").replace(":", "%3A");
    }

    Account account() {
        return account;
    }

    String key() {
        return key(account);
    }

    /** How long the store remembers the account after the last draw: past the day's end in every zone, or a day. */
    String liveMillis() {
        return liveMillis(account);
    }

    static String liveMillis(Account account) {
        return account instanceof BudgetId ? LIVE_DAY_MILLIS : LIVE_TASK_MILLIS;
    }

    /** The store tells what all replicas have drawn. */
    void seen(long picoUsd) {
        seenPicoUsd = picoUsd;
    }

    /** What all replicas had drawn when the store last told. */
    long seenPicoUsd() {
        return seenPicoUsd;
    }

    /** What the store had left of a cap when it last told. */
    long left(long capPicoUsd) {
        return Math.max(0, capPicoUsd - seenPicoUsd);
    }
}
