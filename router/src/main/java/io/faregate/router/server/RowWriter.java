package io.faregate.router.server;

import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.RowBatch;
import io.faregate.router.usage.RowId;
import io.faregate.router.usage.UsageRow;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.usage.UsageRowEncoder;
import io.faregate.router.wire.ChatRequest;
import io.vertx.core.Context;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the row of each exchange and holds its last bytes until the operating system has the row, or 100 ms have
 * passed. Confined to its event loop; the disk is on another thread. The rows of one turn of the loop are handed over
 * together, and what that thread has written is told together: each thread wakes the other once, not once a row.
 */
final class RowWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RowWriter.class);
    private static final long PATIENCE_NANOS = 100_000_000;
    private static final long CHECK_MILLIS = 25;
    /** No row counts further: no model gives as much, and whoever adds rows up need not fear an overflow. */
    private static final long MOST_COUNT = 1_000_000_000_000_000L;
    /** What is handed over at once; a turn of the loop rarely makes as much. */
    private static final int MOST_BATCH_BYTES = 64 << 10;

    private static final int MOST_SPARE = 4;

    private final Loop loop;
    private final Context context;
    private final UsageRowEncoder encoder;
    private final CallMeters meters;
    private final ArrayDeque<Together> waiting = new ArrayDeque<>();
    private final ArrayDeque<Together> spare = new ArrayDeque<>();
    private Together filling = new Together();
    private final AtomicBoolean telling = new AtomicBoolean();
    private boolean watching;
    private boolean flushing;

    RowWriter(Loop loop, Context context) {
        this.loop = loop;
        this.context = context;
        this.meters = new CallMeters(loop.shared());
        this.encoder =
                new UsageRowEncoder(loop.shared().instance(), loop.shared().version());
    }

    /** Hands the row over, then sends the last bytes. */
    void write(
            RequestFacts facts,
            Outcome outcome,
            int status,
            @Nullable String errorCode,
            Purse purse,
            Runnable lastBytes) {
        long nowNanos = loop.nowNanos();
        UsageRow row = row(facts, outcome, status, errorCode, purse, nowNanos);
        filling.add(row, lastBytes, nowNanos);
        if (!flushing) {
            flushing = true;
            context.runOnContext(turned -> flush());
        } else if (filling.rows.length() >= MOST_BATCH_BYTES) {
            handOver();
        }
        meters.ended(facts, outcome, nowNanos);
        if (facts.trace != null) {
            facts.trace.end(row);
        }
    }

    /** Hands over the rows that have come together. */
    void flush() {
        flushing = false;
        handOver();
    }

    private void handOver() {
        Together full = filling;
        if (full.rows.rows() > 0) {
            Together next = spare.poll();
            filling = next == null ? new Together() : next;
            waiting.add(full);
            watch();
            loop.shared().sink().append(full.rows, full);
        }
    }

    /** Rows are written; on whatever thread. */
    private void written() {
        if (telling.compareAndSet(false, true)) {
            context.runOnContext(ignored -> tell());
        }
    }

    private void tell() {
        telling.set(false);
        for (Together first = waiting.peek(); first != null && first.written; first = waiting.peek()) {
            waiting.remove().go();
            if (spare.size() < MOST_SPARE && first.rows.length() <= 2 * MOST_BATCH_BYTES) {
                first.clear();
                spare.add(first);
            }
        }
    }

    private UsageRow row(
            RequestFacts facts, Outcome outcome, int status, @Nullable String errorCode, Purse purse, long now) {
        Attempt last = facts.attempted().lastAttempt();
        return new UsageRow(
                new UsageRow.Call(
                        RowId.of(facts.arrivedMillis, loop.random(), loop.random()),
                        facts.arrivedMillis,
                        facts.requestId,
                        facts.taskId(),
                        facts.taskGiven(),
                        facts.key == null ? null : facts.key.name()),
                facts.assignment,
                asked(facts),
                last == null
                        ? UsageRow.Served.NOBODY
                        : new UsageRow.Served(last.target(), last.provider(), last.model(), facts.priceVersion(last)),
                new UsageRow.Ending(
                        facts.arrivedMillis + (now - facts.arrivedNanos) / 1_000_000,
                        status,
                        outcome,
                        errorCode,
                        facts.usageSource,
                        UsageRow.UNKNOWN,
                        facts.setMaxTokens,
                        purse.chargedPicoUsd(),
                        (now - facts.receivedNanos) / 1_000_000,
                        facts.firstTokenNanos == 0
                                ? UsageRow.UNKNOWN
                                : (facts.firstTokenNanos - facts.receivedNanos) / 1_000_000,
                        facts.fellThrough(outcome),
                        purse.dayTotalPicoUsd()),
                facts.attempted());
    }

    private static UsageRow.Asked asked(RequestFacts facts) {
        ChatRequest asked = facts.asked;
        if (asked == null) {
            return new UsageRow.Asked(facts.surface.key(), 0, "", false, UsageRow.UNKNOWN, UsageRow.UNKNOWN);
        }
        return new UsageRow.Asked(
                facts.surface.key(),
                asked.facts().needs(),
                asked.facts().model(),
                asked.facts().stream(),
                asked.facts().estimatedInputTokens(),
                Math.min(MOST_COUNT, asked.facts().askedOutputTokens()));
    }

    private void watch() {
        if (!watching) {
            watching = true;
            loop.vertx().setTimer(CHECK_MILLIS, fired -> check());
        }
    }

    private void check() {
        watching = false;
        long now = loop.nowNanos();
        while (!waiting.isEmpty() && waiting.peek().latestNanos <= now) {
            // Not to be used again: the sink may have it a while longer.
            Together each = waiting.remove();
            for (int i = each.written ? 0 : each.rows.rows(); i > 0; i--) {
                loop.shared().metrics().lateRow();
            }
            each.go();
        }
        if (!waiting.isEmpty()) {
            watch();
        }
    }

    /** The rows of one turn, and the answers whose last bytes wait for them; run when the rows are written. */
    private final class Together implements Runnable {
        private final RowBatch rows = new RowBatch();
        private final ArrayDeque<Runnable> lastBytes = new ArrayDeque<>();
        private long latestNanos;
        private volatile boolean written;

        void add(UsageRow row, Runnable sending, long nowNanos) {
            encoder.encode(row, rows);
            if (lastBytes.isEmpty()) {
                latestNanos = nowNanos + PATIENCE_NANOS;
            }
            lastBytes.add(sending);
        }

        void clear() {
            rows.clear();
            written = false;
        }

        @Override
        public void run() {
            written = true;
            RowWriter.this.written();
        }

        void go() {
            for (Runnable sending = lastBytes.poll(); sending != null; sending = lastBytes.poll()) {
                try {
                    sending.run();
                } catch (RuntimeException fault) {
                    LOG.error("an answer's last bytes have met a fault of the router", fault);
                }
            }
        }
    }
}
