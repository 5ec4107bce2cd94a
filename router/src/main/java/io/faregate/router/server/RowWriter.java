package io.faregate.router.server;

import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.RowId;
import io.faregate.router.usage.UsageRow;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.usage.UsageRowEncoder;
import io.faregate.router.wire.ChatRequest;
import io.vertx.core.Context;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Writes the row of each exchange and holds its last bytes until the operating system has the row, or 100 ms have
 * passed. Confined to its event loop; the disk is on another thread. The rows of one turn of the loop are handed over
 * together, and what that thread has written is told together: each thread wakes the other once, not once a row.
 */
final class RowWriter {
    private static final long PATIENCE_NANOS = 100_000_000;
    private static final long CHECK_MILLIS = 25;

    private final Loop loop;
    private final Context context;
    private final UsageRowEncoder encoder;
    private final CallMeters meters;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Waiting> unsent = new ArrayDeque<>();
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
        long latestNanos = loop.nowNanos() + PATIENCE_NANOS;
        UsageRow row = row(facts, outcome, status, errorCode, purse);
        Waiting each = new Waiting(encoder.encode(row), lastBytes, latestNanos);
        waiting.add(each);
        unsent.add(each);
        watch();
        if (!flushing) {
            flushing = true;
            context.runOnContext(turned -> flush());
        }
        // While the row is on its way.
        meters.ended(facts, outcome, loop.nowNanos());
        if (facts.trace != null) {
            facts.trace.end(row);
        }
    }

    /** Hands over the rows that have come together. */
    void flush() {
        flushing = false;
        for (Waiting each = unsent.poll(); each != null; each = unsent.poll()) {
            loop.shared().sink().append(each.line, each);
        }
    }

    /** A row is written; on whatever thread. */
    private void written() {
        if (telling.compareAndSet(false, true)) {
            context.runOnContext(ignored -> tell());
        }
    }

    private void tell() {
        telling.set(false);
        for (Waiting first = waiting.peek(); first != null && first.written; first = waiting.peek()) {
            waiting.remove().go();
        }
    }

    private UsageRow row(RequestFacts facts, Outcome outcome, int status, @Nullable String errorCode, Purse purse) {
        long now = loop.nowNanos();
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
                asked.facts().askedOutputTokens());
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
            Waiting each = waiting.remove();
            if (!each.written) {
                loop.shared().metrics().lateRow();
            }
            each.go();
        }
        if (!waiting.isEmpty()) {
            watch();
        }
    }

    /** One answer whose last bytes wait for its row; run when the row is written. */
    private final class Waiting implements Runnable {
        private final byte[] line;
        private final long latestNanos;
        private @Nullable Runnable lastBytes;
        private volatile boolean written;

        Waiting(byte[] line, Runnable lastBytes, long latestNanos) {
            this.line = line;
            this.lastBytes = lastBytes;
            this.latestNanos = latestNanos;
        }

        @Override
        public void run() {
            written = true;
            RowWriter.this.written();
        }

        void go() {
            Runnable sending = lastBytes;
            // The sink may hold this a while longer, but not the answer with it.
            lastBytes = null;
            if (sending != null) {
                sending.run();
            }
        }
    }
}
