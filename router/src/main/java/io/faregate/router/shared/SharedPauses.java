package io.faregate.router.shared;

import io.faregate.router.limits.LimitBook;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses between calls ({@code cooldown}) that replicas share: a few times a second each tells those that its own calls
 * have begun, and waits for those of others. No call waits for the store, so two replicas that call within one such
 * moment do not know of each other; without the store each keeps its own pauses. Nothing is asked while no rule has one.
 *
 * <p>Only what this process has begun is told: what comes back is longer by the way, and would grow if it were told
 * again. For the same reason what comes back of a pause of its own is not taken for one of another.
 *
 * <p>Works on one Vert.x context; the book is for all threads.
 */
public final class SharedPauses {
    private static final Logger LOG = LoggerFactory.getLogger(SharedPauses.class);
    private static final String KEY = RedisStore.TAG + "pauses";

    /** The store counts in milliseconds, rounded up there and back. */
    private static final long ROUNDED_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final LimitBook book;
    private final Patience patience;
    private final long answerNanos;
    private final Map<String, Told> told = new HashMap<>();
    private boolean exchanging;
    private long timer;

    /** A pause of this process, and how long it took to tell it: that much later the store may think it ends. */
    private record Told(long endNanos, long wayNanos) {}

    /** Shares the pauses of a book, from {@link #start} on. */
    public SharedPauses(Vertx vertx, String redisUrl, LimitBook book, Patience patience) {
        this.vertx = vertx;
        this.book = book;
        this.patience = patience;
        answerNanos = TimeUnit.MILLISECONDS.toNanos(patience.answerMillis());
        context = vertx.getOrCreateContext();
        store = new RedisStore(vertx, redisUrl, patience.answerMillis());
    }

    /** Begins to exchange pauses. */
    public void start() {
        context.runOnContext(start -> timer = vertx.setPeriodic(patience.signMillis(), tick -> exchange()));
    }

    /** Ends it. */
    public void stop() {
        context.runOnContext(stop -> {
            vertx.cancelTimer(timer);
            store.close();
        });
    }

    private void exchange() {
        if (exchanging || !book.pauses()) {
            return;
        }
        exchanging = true;
        long nowNanos = System.nanoTime();
        // What comes back of a pause may outlast it by its ways there and back.
        told.values().removeIf(own -> own.endNanos() + own.wayNanos() + answerNanos - nowNanos <= 0);
        Map<String, Long> fresh = new HashMap<>();
        List<String> arguments = new ArrayList<>();
        book.pauses(nowNanos, (name, endNanos) -> {
            Told own = told.get(name);
            if (own == null || own.endNanos() != endNanos) {
                fresh.put(name, endNanos);
                arguments.add(name);
                arguments.add(Long.toString(TimeUnit.NANOSECONDS.toMillis(endNanos - nowNanos) + 1));
            }
        });
        store.run(Script.ENDS, List.of(KEY), arguments).onComplete(done -> {
            exchanging = false;
            if (done.succeeded()) {
                long wayNanos = System.nanoTime() - nowNanos;
                fresh.forEach((name, endNanos) -> told.put(name, new Told(endNanos, wayNanos)));
                take(done.result(), wayNanos);
            } else {
                LOG.debug("pauses are not exchanged: {}", done.cause().toString());
            }
        });
    }

    private void take(Response running, long wayNanos) {
        long nowNanos = System.nanoTime();
        Map<String, Long> ends = new HashMap<>();
        for (int i = 0; i + 1 < running.size(); i += 2) {
            String name = running.get(i).toString();
            long millis = Objects.requireNonNull(running.get(i + 1).toLong());
            long endNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
            Told own = told.get(name);
            if (own == null || endNanos - own.endNanos() > own.wayNanos() + wayNanos + ROUNDED_NANOS) {
                ends.put(name, endNanos);
            }
        }
        book.waitUntil(ends);
    }
}
