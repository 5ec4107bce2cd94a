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
 * again.
 *
 * <p>Works on one Vert.x context; the book is for all threads.
 */
public final class SharedPauses {
    private static final Logger LOG = LoggerFactory.getLogger(SharedPauses.class);
    private static final String KEY = RedisStore.TAG + "pauses";

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final LimitBook book;
    private final Patience patience;
    private final Map<String, Long> told = new HashMap<>();
    private boolean exchanging;
    private long timer;

    /** Shares the pauses of a book, from {@link #start} on. */
    public SharedPauses(Vertx vertx, String redisUrl, LimitBook book, Patience patience) {
        this.vertx = vertx;
        this.book = book;
        this.patience = patience;
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
        told.values().removeIf(end -> end - nowNanos <= 0);
        Map<String, Long> fresh = new HashMap<>();
        List<String> arguments = new ArrayList<>();
        book.pauses(nowNanos, (name, endNanos) -> {
            if (!Objects.equals(told.get(name), endNanos)) {
                fresh.put(name, endNanos);
                arguments.add(name);
                arguments.add(Long.toString(TimeUnit.NANOSECONDS.toMillis(endNanos - nowNanos) + 1));
            }
        });
        store.run(Script.BENCHES, List.of(KEY), arguments).onComplete(done -> {
            exchanging = false;
            if (done.succeeded()) {
                told.putAll(fresh);
                take(done.result());
            } else {
                LOG.debug("pauses are not exchanged: {}", done.cause().toString());
            }
        });
    }

    private void take(Response running) {
        long nowNanos = System.nanoTime();
        Map<String, Long> ends = new HashMap<>();
        for (int i = 0; i + 1 < running.size(); i += 2) {
            String name = running.get(i).toString();
            long millis = Objects.requireNonNull(running.get(i + 1).toLong());
            ends.put(name, nowNanos + TimeUnit.MILLISECONDS.toNanos(millis));
        }
        book.waitUntil(ends);
    }
}
