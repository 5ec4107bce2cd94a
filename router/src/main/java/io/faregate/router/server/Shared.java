package io.faregate.router.server;

import io.faregate.router.health.BenchBoard;
import io.faregate.router.route.Planner;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.usage.UsageSink;
import java.util.concurrent.atomic.AtomicLong;

/** What all event loops of one process share. Thread-safe: one volatile snapshot, the rest is lock-free or counted. */
public final class Shared {
    private final String instance;
    private final String version;
    private final SpendLedger ledger;
    private final UsageSink sink;
    private final Planner planner;
    private final BenchBoard board = new BenchBoard();
    private final Learned learned = new Learned();
    private final InFlight inFlight = new InFlight();
    private final RouterMetrics metrics = new RouterMetrics();
    private final AtomicLong open = new AtomicLong();
    private volatile Snapshot snapshot;
    private volatile boolean draining;

    Shared(String instance, String version, SpendLedger ledger, UsageSink sink, Planner planner, Snapshot snapshot) {
        this.instance = instance;
        this.version = version;
        this.ledger = ledger;
        this.sink = sink;
        this.planner = planner;
        this.snapshot = snapshot;
    }

    String instance() {
        return instance;
    }

    String version() {
        return version;
    }

    SpendLedger ledger() {
        return ledger;
    }

    UsageSink sink() {
        return sink;
    }

    Planner planner() {
        return planner;
    }

    BenchBoard board() {
        return board;
    }

    Learned learned() {
        return learned;
    }

    InFlight inFlight() {
        return inFlight;
    }

    RouterMetrics metrics() {
        return metrics;
    }

    Snapshot snapshot() {
        return snapshot;
    }

    void swap(Snapshot next) {
        snapshot = next;
    }

    boolean draining() {
        return draining;
    }

    void drain() {
        draining = true;
    }

    void entered() {
        open.incrementAndGet();
    }

    void left() {
        open.decrementAndGet();
    }

    /** Requests that have not ended. */
    long open() {
        return open.get();
    }
}
