package io.faregate.router.shared;

import io.faregate.router.limits.LimitBook;
import io.faregate.router.limits.PermitSource;
import io.faregate.router.limits.Permits;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limits that replicas share. Each tells the store what it has used of a window and what it holds, and is granted
 * more while all together stay below the limit; calls are made from what is held. Limits that are in use are told a few
 * times a second, and at once when a call lacks something.
 *
 * <p>A statement tells everything anew, so that one which is lost, or a store that lost its data, needs no repair but
 * the next one. Without the store what is held is used while it is valid, then calls are limited.
 *
 * <p>Questions are for any thread; the work is done on one Vert.x context.
 */
public final class SharedLimits implements PermitSource {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLimits.class);

    /**
     * A minute, the part of it that windows count in one piece,
     * and what a call may take from its permit to its place.
     */
    private static final long WINDOW_MILLIS = 62_000;

    /** Past the end of the day in every zone. */
    private static final long DAY_MILLIS = 2L * 86_400_000;

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final String replica;
    private final LimitBook book;
    private final Patience patience;
    private final List<Runnable> waiting = new ArrayList<>();
    private final Map<String, Seen> seen = new HashMap<>();
    private final AtomicLong exchanges = new AtomicLong();
    private @Nullable String generation;
    private long sequence;
    private long timer;
    private boolean exchanging;
    private boolean dataLost;
    private volatile boolean reachable = true;

    /** What all replicas occupied of a limit when the store last told. */
    private record Seen(long occupied, long nanos) {}

    /** What is said of one limit. */
    private record Told(Permits permits, String key, long limit, boolean ofDay, Permits.Statement statement) {}

    /** Shares the limits of a book, from {@link #start} on. */
    public SharedLimits(Vertx vertx, String redisUrl, String replica, LimitBook book, Patience patience) {
        this.vertx = vertx;
        this.replica = replica;
        this.book = book;
        this.patience = patience;
        context = vertx.getOrCreateContext();
        store = new RedisStore(vertx, redisUrl, patience.answerMillis());
    }

    /** Begins to share; before the first call is made. */
    public void start() {
        book.share(this);
        context.runOnContext(start -> timer = vertx.setPeriodic(patience.signMillis(), tick -> exchange()));
    }

    /** Gives back what is held. */
    public Future<Void> leave() {
        Promise<Void> left = Promise.promise();
        context.runOnContext(leave -> {
            vertx.cancelTimer(timer);
            book.drain();
            send(statements())
                    .<Void>mapEmpty()
                    .eventually(() -> {
                        store.close();
                        return Future.succeededFuture();
                    })
                    .onComplete(left);
        });
        return left.future();
    }

    @Override
    public void ask(Runnable answered) {
        context.runOnContext(asked -> {
            waiting.add(answered);
            exchange();
        });
    }

    @Override
    public boolean reachable() {
        return reachable;
    }

    /** How often the store was asked; for any thread. */
    public long exchanges() {
        return exchanges.get();
    }

    private void exchange() {
        if (exchanging) {
            return;
        }
        List<Told> told = statements();
        List<Runnable> served = List.copyOf(waiting);
        waiting.clear();
        if (told.isEmpty() && reachable) {
            served.forEach(Runnable::run);
            return;
        }
        exchanging = true;
        long sentNanos = System.nanoTime();
        send(told).map(answer -> take(told, answer, sentNanos)).onComplete(done -> {
            exchanging = false;
            boolean others = !waiting.isEmpty();
            if (done.failed()) {
                lost(done.cause());
            }
            if (done.succeeded() && !done.result()) {
                waiting.addAll(served);
            } else {
                served.forEach(Runnable::run);
            }
            if (dataLost || others) {
                exchange();
            }
        });
    }

    private List<Told> statements() {
        List<Told> told = new ArrayList<>();
        long nowNanos = System.nanoTime();
        book.state(nowNanos, System.currentTimeMillis(), (permits, name, limit, ofDay, used) -> {
            Permits.Statement statement = permits.state(used, nowNanos);
            if (statement != null) {
                told.add(new Told(permits, RedisStore.TAG + "limit:" + name, limit, ofDay, statement));
            }
        });
        return told;
    }

    private Future<Response> send(List<Told> told) {
        List<String> keys = new ArrayList<>(List.of(Membership.META));
        List<String> arguments = new ArrayList<>(List.of(
                replica,
                Long.toString(patience.graceMillis()),
                Long.toString(++sequence),
                generation == null ? "" : generation));
        for (Told each : told) {
            Seen before = dataLost ? seen.get(each.key()) : null;
            long lifeMillis = each.ofDay() ? DAY_MILLIS : WINDOW_MILLIS + patience.leaseMillis();
            keys.add(each.key());
            arguments.add(Long.toString(each.limit()));
            arguments.add(Long.toString(each.statement().occupied()));
            arguments.add(Long.toString(each.statement().lacking()));
            arguments.add(Long.toString(each.statement().wanted()));
            arguments.add(Long.toString(lifeMillis));
            arguments.add(Long.toString(before == null ? 0 : before.occupied()));
        }
        dataLost = false;
        exchanges.incrementAndGet();
        return store.run(Script.LIMITS, keys, arguments);
    }

    /** Takes what is granted; false while a store that lost its data waits for what replicas tell. */
    private boolean take(List<Told> told, Response answer, long sentNanos) {
        if (!reachable) {
            LOG.info("the store of the shared limits answers");
        }
        reachable = true;
        String current = answer.get(0).toString();
        dataLost = generation != null && !generation.equals(current);
        generation = current;
        boolean open = !dataLost && number(answer, 1) <= 0;
        long nowNanos = System.nanoTime();
        long validUntilNanos = sentNanos + TimeUnit.MILLISECONDS.toNanos(patience.leaseMillis());
        if (!dataLost) {
            seen.values()
                    .removeIf(old -> nowNanos - old.nanos() > TimeUnit.MILLISECONDS.toNanos(patience.leaseMillis()));
        }
        for (int i = 0; i < told.size(); i++) {
            Told each = told.get(i);
            long granted = number(answer, 3 * i + 2);
            if (open) {
                each.permits().granted(granted, number(answer, 3 * i + 3), validUntilNanos, nowNanos);
                seen.put(each.key(), new Seen(number(answer, 3 * i + 4), nowNanos));
            } else {
                each.permits().lack(each.statement().lacking());
            }
        }
        return open;
    }

    private static long number(Response answer, int index) {
        return Objects.requireNonNull(answer.get(index).toLong());
    }

    private void lost(Throwable cause) {
        if (reachable) {
            LOG.warn("the store of the shared limits is lost, what is held is used: {}", cause.toString());
        }
        reachable = false;
    }
}
