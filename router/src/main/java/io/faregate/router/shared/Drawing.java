package io.faregate.router.shared;

import io.faregate.router.spend.Account;
import io.faregate.router.spend.BudgetId;
import io.faregate.router.spend.TaskId;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;

/**
 * What this replica has drawn of one account, and who waits for more. Confined to the context of the shared budgets,
 * but for what the store last told.
 */
final class Drawing {
    /** One request for money. */
    record Ask(long capPicoUsd, long leastPicoUsd, LongConsumer granted) {}

    private static final long DAY_MILLIS = 86_400_000;

    /** The next slice is drawn while half of the last is there: in hand is never more than two of these. */
    private static final long SHARES_OF_A_DAY = 32;

    private static final long SHARES_OF_A_TASK = 2;

    final ArrayDeque<Ask> asks = new ArrayDeque<>();
    private final Account account;
    private final String key;

    /** The number of the draw under way or, when its answer was lost, of the one to be asked for again. */
    long sequence;

    /** Whether nobody knows if the last draw was granted. */
    boolean unsure;

    /** What the last draw asked for. */
    long capPicoUsd;

    long leastPicoUsd;
    boolean busy;
    long drawnPicoUsd;
    long usedNanos;
    private volatile long seenPicoUsd;

    Drawing(Account account, String key) {
        this.account = account;
        this.key = key;
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
        return key;
    }

    /** How long the store remembers the account after the last draw: past the day's end in every zone, or a day. */
    String liveMillis() {
        return liveMillis(account);
    }

    static String liveMillis(Account account) {
        return Long.toString(account instanceof BudgetId ? 3 * DAY_MILLIS : DAY_MILLIS);
    }

    /** Into how many parts for each living replica the rest is thought of: a draw takes one. */
    String sharesAReplica() {
        return Long.toString(account instanceof BudgetId ? SHARES_OF_A_DAY : SHARES_OF_A_TASK);
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
