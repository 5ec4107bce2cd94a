package io.faregate.router.shared;

import io.faregate.router.health.Bench;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.FailureClass;
import io.vertx.core.Context;
import io.vertx.core.Future;
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
 * Benches that replicas share: what one has found out the others need not. Every so often new benches of this process
 * go to the store and those of others come from it; without the store each goes by what it knows. A target that an
 * administrator frees is freed here; other replicas keep what they have until it ends.
 *
 * <p>Works on one Vert.x context; the board is for all threads.
 */
public final class SharedBenches {
    private static final Logger LOG = LoggerFactory.getLogger(SharedBenches.class);
    private static final String KEY = RedisStore.TAG + "benches";
    private static final String PARTS = "|";

    /** Deadlines of one bench on two clocks differ by what the way takes. */
    private static final long SAME_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Vertx vertx;
    private final Context context;
    private final RedisStore store;
    private final BenchBoard board;
    private final Patience patience;
    private final Map<String, Long> knownUntilNanos = new HashMap<>();
    private boolean exchanging;
    private long timer;

    /** Shares the benches of a board, from {@link #start} on. */
    public SharedBenches(Vertx vertx, String redisUrl, BenchBoard board, Patience patience) {
        this.vertx = vertx;
        this.board = board;
        this.patience = patience;
        context = vertx.getOrCreateContext();
        store = new RedisStore(vertx, redisUrl, patience.answerMillis());
    }

    /** Begins to exchange benches. */
    public void start() {
        context.runOnContext(start -> {
            timer = vertx.setPeriodic(patience.signMillis(), tick -> exchange());
            exchange();
        });
    }

    /** Ends it. */
    public void stop() {
        context.runOnContext(stop -> {
            vertx.cancelTimer(timer);
            store.close();
        });
    }

    private void exchange() {
        if (exchanging) {
            return;
        }
        exchanging = true;
        long nowNanos = System.nanoTime();
        knownUntilNanos.values().removeIf(until -> until - nowNanos <= 0);
        Map<String, Long> fresh = new HashMap<>();
        List<String> told = new ArrayList<>();
        board.visit(nowNanos, (scope, holder, model, bench) -> {
            String name = name(bench.failureClass(), holder, model);
            if (isNews(name, bench.untilNanos())) {
                fresh.put(name, bench.untilNanos());
                told.add(name);
                told.add(Long.toString(TimeUnit.NANOSECONDS.toMillis(bench.untilNanos() - nowNanos)));
            }
        });
        Future<Response> answer = store.run(Script.ENDS, List.of(KEY), told);
        answer.onComplete(done -> {
            exchanging = false;
            if (done.succeeded()) {
                knownUntilNanos.putAll(fresh);
                take(done.result());
            } else {
                LOG.debug("benches are not exchanged: {}", done.cause().toString());
            }
        });
    }

    private boolean isNews(String name, long untilNanos) {
        Long known = knownUntilNanos.get(name);
        return known == null || untilNanos - known > SAME_NANOS;
    }

    private void take(Response running) {
        long nowNanos = System.nanoTime();
        for (int i = 0; i + 1 < running.size(); i += 2) {
            String name = running.get(i).toString();
            long untilNanos = nowNanos
                    + TimeUnit.MILLISECONDS.toNanos(
                            Objects.requireNonNull(running.get(i + 1).toLong()));
            if (isNews(name, untilNanos)) {
                knownUntilNanos.put(name, untilNanos);
                put(name, untilNanos, nowNanos);
            }
        }
    }

    private void put(String name, long untilNanos, long nowNanos) {
        String[] parts = name.split("\\|", -1);
        FailureClass failureClass = parts.length == 3 ? FailureClass.of(parts[0]) : null;
        if (failureClass == null) {
            LOG.warn("a bench named {} is of no version we know", name);
            return;
        }
        Bench bench = new Bench(failureClass, untilNanos, false);
        board.put(failureClass.scope(), plain(parts[1]), plain(parts[2]), bench, nowNanos);
    }

    /** The class says the scope. */
    private static String name(FailureClass failureClass, String holder, String model) {
        return failureClass.key() + PARTS + escaped(holder) + PARTS + escaped(model);
    }

    private static String escaped(String part) {
        return part.replace("%", "%25").replace(PARTS, "%7C");
    }

    private static String plain(String part) {
        return part.replace("%7C", PARTS).replace("%25", "%");
    }
}
