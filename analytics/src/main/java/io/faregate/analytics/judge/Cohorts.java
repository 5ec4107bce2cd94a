package io.faregate.analytics.judge;

import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.Gathered;
import io.faregate.analytics.store.Warehouse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The gathered tasks of epochs, shared by all that is asked about one: verdict, history, dearest tasks and slices of a
 * page. Gathering is the dear part of an answer, and depends on the rows alone.
 *
 * <p>While rows stay the same, so does what was gathered. While they come, it is shared for a few times as long as it
 * took to gather, so that looking leaves most of the time to taking rows in; a quick one is not shared at all. At most
 * {@value #KEPT} are kept. Safe for use by many threads; blocks.
 */
final class Cohorts {
    private static final int KEPT = 4;
    private static final long QUICK_MICROS = 50_000;
    private static final long SHARED_TIMES = 4;
    private static final long SHARED_AT_MOST_MICROS = 5_000_000;

    /** What is asked about gathered tasks, within one transaction. */
    @FunctionalInterface
    interface Question<T> {
        /** Runs the queries. */
        T of(Connection connection, Gathered gathered) throws SQLException;
    }

    private record Key(String route, int epochId, Policy policy) {}

    /** One table; dropped when it is no longer the one to use and nobody uses it. */
    private static final class Kept {
        private final Gathered gathered;
        private final long version;
        private final long atMicros;
        private final long tookMicros;
        private int users;
        private boolean replaced;

        Kept(Gathered gathered, long version, long atMicros, long tookMicros) {
            this.gathered = gathered;
            this.version = version;
            this.atMicros = atMicros;
            this.tookMicros = tookMicros;
        }

        boolean fits(long versionNow, long nowMicros) {
            if (version == versionNow) {
                return true;
            }
            long age = nowMicros - atMicros;
            return tookMicros > QUICK_MICROS
                    && age >= 0
                    && age < Math.min(SHARED_AT_MOST_MICROS, tookMicros * SHARED_TIMES);
        }
    }

    private final Warehouse warehouse;
    private final LongSupplier nowMicros;
    private final Map<Key, Kept> kept = new LinkedHashMap<>();
    private final Map<Key, Object> gathering = new HashMap<>();

    Cohorts(Warehouse warehouse, LongSupplier nowMicros) {
        this.warehouse = warehouse;
        this.nowMicros = nowMicros;
    }

    /** Asks about the tasks of an epoch. */
    <T> T on(String route, Epoch epoch, Policy policy, Question<T> question) {
        Key key = new Key(route, epoch.id(), policy);
        Kept use = taken(key, epoch);
        try {
            return warehouse.read(connection -> question.of(connection, use.gathered));
        } finally {
            release(use);
        }
    }

    /** Those who come while one gathers wait for it, and share it. */
    private Kept taken(Key key, Epoch epoch) {
        synchronized (lock(key)) {
            Kept before = fitting(key);
            if (before != null) {
                return before;
            }
            long version = warehouse.version();
            long began = nowMicros.getAsLong();
            Gathered gathered = warehouse.read(c -> Gathered.of(c, key.route(), epoch, key.policy()));
            Kept made = new Kept(gathered, version, began, nowMicros.getAsLong() - began);
            made.users = 1;
            keep(key, made).forEach(this::drop);
            return made;
        }
    }

    private synchronized Object lock(Key key) {
        return gathering.computeIfAbsent(key, k -> new Object());
    }

    private synchronized @Nullable Kept fitting(Key key) {
        Kept before = kept.get(key);
        if (before == null || !before.fits(warehouse.version(), nowMicros.getAsLong())) {
            return null;
        }
        before.users++;
        return before;
    }

    /** Puts it in the place of the one before; gives what nobody uses any longer. */
    private synchronized List<Gathered> keep(Key key, Kept made) {
        List<Kept> out = new ArrayList<>();
        Kept before = kept.remove(key);
        if (before != null) {
            out.add(before);
        }
        kept.put(key, made);
        Iterator<Map.Entry<Key, Kept>> oldest = kept.entrySet().iterator();
        while (kept.size() > KEPT) {
            Map.Entry<Key, Kept> next = oldest.next();
            out.add(next.getValue());
            gathering.remove(next.getKey());
            oldest.remove();
        }
        out.forEach(o -> o.replaced = true);
        return out.stream().filter(o -> o.users == 0).map(o -> o.gathered).toList();
    }

    private void release(Kept used) {
        boolean unused;
        synchronized (this) {
            used.users--;
            unused = used.users == 0 && used.replaced;
        }
        if (unused) {
            drop(used.gathered);
        }
    }

    private void drop(Gathered gathered) {
        warehouse.read(connection -> {
            gathered.drop(connection);
            return gathered;
        });
    }
}
