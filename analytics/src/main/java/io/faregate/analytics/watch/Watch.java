package io.faregate.analytics.watch;

import io.faregate.analytics.incident.Alarm;
import io.faregate.analytics.incident.Changes;
import io.faregate.analytics.incident.Figures;
import io.faregate.analytics.incident.Incident;
import io.faregate.analytics.incident.Kind;
import io.faregate.analytics.incident.Rules;
import io.faregate.analytics.query.FiguresQuery;
import io.faregate.analytics.query.IncidentLog;
import io.faregate.analytics.store.Warehouse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Compares what is with what is usual, and keeps what begins and what ends, together with what webhooks are to be told
 * of it: all of a round or nothing. One thread calls {@link #round}; the counts may be read by any. Blocks.
 */
public final class Watch {
    private static final long FIRST_LOOK_BACK_MICROS = 3_600_000_000L;

    private final Warehouse warehouse;
    private final Outbox outbox;
    private final LongSupplier nowMicros;
    private final AtomicLongArray opened = new AtomicLongArray(Kind.values().length);
    private final AtomicLongArray open = new AtomicLongArray(Kind.values().length);

    /**
     * A watch over the rows of a warehouse.
     *
     * @param nowMicros the time, microseconds since 1970
     */
    public Watch(Warehouse warehouse, Outbox outbox, LongSupplier nowMicros) {
        this.warehouse = warehouse;
        this.outbox = outbox;
        this.nowMicros = nowMicros;
    }

    /** Looks once. */
    public void round() {
        long now = nowMicros.getAsLong();
        Map<Alarm.Key, Incident> before = warehouse.read(IncidentLog::open);
        Figures figures = warehouse.read(connection -> FiguresQuery.at(connection, now));
        Map<Alarm.Key, Alarm> standing = before.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().alarm()));
        Changes changes = Changes.at(now, before, Rules.of(figures, standing));
        List<Incident> verdicts = warehouse.read(connection -> {
            Long last = IncidentLog.lastVerdict(connection);
            return FiguresQuery.verdictChanges(connection, last == null ? now - FIRST_LOOK_BACK_MICROS : last);
        });
        keep(changes, verdicts, now);
        count(before, changes, verdicts);
    }

    /** How many incidents of a kind began since the start. */
    public long opened(Kind kind) {
        return opened.get(kind.ordinal());
    }

    /** How many of a kind last, as of the last look. */
    public long open(Kind kind) {
        return open.get(kind.ordinal());
    }

    private void keep(Changes changes, List<Incident> verdicts, long now) {
        if (changes.none() && verdicts.isEmpty()) {
            return;
        }
        List<Incident> begun = new ArrayList<>(changes.opened());
        begun.addAll(verdicts);
        warehouse.write(connection -> {
            for (Incident incident : begun) {
                IncidentLog.insert(connection, incident);
                outbox.add(connection, incident, "opened", now);
            }
            for (Incident incident : changes.closed()) {
                IncidentLog.close(connection, incident);
                outbox.add(connection, incident, "closed", now);
            }
            return begun.size();
        });
    }

    private void count(Map<Alarm.Key, Incident> before, Changes changes, List<Incident> verdicts) {
        for (Kind kind : Kind.values()) {
            long lasting =
                    before.keySet().stream().filter(k -> k.kind() == kind).count();
            long begun = of(changes.opened(), kind);
            open.set(kind.ordinal(), lasting + begun - of(changes.closed(), kind));
            opened.addAndGet(kind.ordinal(), begun + of(verdicts, kind));
        }
    }

    private static long of(List<Incident> incidents, Kind kind) {
        return incidents.stream().filter(i -> i.alarm().kind() == kind).count();
    }
}
