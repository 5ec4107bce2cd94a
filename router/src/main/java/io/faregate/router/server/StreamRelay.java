package io.faregate.router.server;

import io.faregate.router.cost.TokenEstimator;
import io.faregate.router.cost.Usage;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.Route;
import io.faregate.router.telemetry.RequestTrace;
import io.faregate.router.upstream.Slices;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.UsageRow.Outcome;
import io.faregate.router.wire.Chunk;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.SseScanner;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One upstream stream on its way to the client. Nothing is sent before the first event that carries something (or, when
 * held, before the finish); from then on the way back to other targets is closed. What one turn of the loop brings goes
 * out together at its end. Confined to its event loop.
 */
final class StreamRelay implements SseScanner.Listener {
    private static final int MOST_EVENT_BYTES = 16 << 20;
    /** A longer text is not continued by another target: no model would take it as its own. */
    private static final int MOST_PARTIAL_CHARS = 4 << 20;

    private static final Failure UNREADABLE =
            Failure.transport(FailureClass.UPSTREAM_5XX, "an event of the stream is not readable", true);

    private final Exchange exchange;
    private final AttemptCall call;
    private final boolean held;
    private final SseScanner scanner = new SseScanner(MOST_EVENT_BYTES);
    private final SseScanner.Listener listener;
    private final ChunkScanner chunks;
    private final ClientEvents events;
    private final @Nullable Continuation continued;
    private final StringBuilder partial = new StringBuilder();
    private boolean keepsPartial;
    private boolean committed;
    private boolean carried;
    private boolean finished;
    private boolean over;
    private boolean told;
    private boolean flushing;
    private @Nullable Failure failure;

    StreamRelay(Exchange exchange, AttemptCall call) {
        this.exchange = exchange;
        this.call = call;
        Route route = Objects.requireNonNull(exchange.facts.route());
        this.held = route.holdStreams();
        this.keepsPartial = route.continueStreams()
                && Objects.requireNonNull(exchange.facts.asked).facts().continuable();
        this.chunks = exchange.loop.chunkScanner(call.candidate());
        this.listener = call.events(this);
        this.continued = exchange.continuation();
        this.events = continued == null ? new ClientEvents(exchange, call.candidate()) : continued.events();
    }

    void data(Buffer piece) {
        if (over) {
            return;
        }
        byte[] bytes = Slices.bytes(piece);
        try {
            scanner.feed(bytes, 0, bytes.length, listener);
        } catch (SseScanner.EventTooLong e) {
            failure = Failure.transport(FailureClass.UPSTREAM_5XX, String.valueOf(e.getMessage()), true);
        }
        settle();
    }

    /** What is being read turns out to be of no use; told from within the reading. */
    void fail(Failure cause) {
        failure = failure == null ? cause : failure;
    }

    /** The upstream's framing has ended. */
    void end() {
        if (over) {
            return;
        }
        try {
            scanner.end(listener);
        } catch (SseScanner.EventTooLong e) {
            failure = Failure.transport(FailureClass.UPSTREAM_5XX, String.valueOf(e.getMessage()), true);
        }
        if (failure == null && !over) {
            if (finished) {
                finish();
                return;
            }
            boolean billable = carried || usage() != null;
            failure = Failure.transport(FailureClass.UPSTREAM_5XX, "the stream ended before its finish", billable);
        }
        settle();
    }

    /** The upstream's transport broke. */
    void broken(Failure cause) {
        if (over) {
            return;
        }
        if (finished) {
            finish();
            return;
        }
        failure = cause;
        settle();
    }

    /** The time is over; true when the relay has dealt with it. */
    boolean timedOut() {
        if (over) {
            return true;
        }
        if (finished) {
            finish();
            return true;
        }
        if (!carried) {
            return false;
        }
        failure = Failure.transport(FailureClass.TIMEOUT, "the stream stalled", true);
        settle();
        return true;
    }

    @Override
    public void onEvent(String name, byte[] bytes, int offset, int length) {
        if (over || failure != null) {
            return;
        }
        Chunk chunk = chunks.scan(name, bytes, offset, length);
        switch (chunk.kind()) {
            case DONE -> done();
            case ERROR -> failure = told(bytes, offset, length);
            case UNREADABLE -> failure = UNREADABLE;
            case CHUNK -> take(chunk);
        }
    }

    private Failure told(byte[] bytes, int offset, int length) {
        told = true;
        return exchange.loop.classifyTold(call.headers(), bytes, offset, length, call.candidate(), carried);
    }

    private void done() {
        if (carried || finished) {
            finished = true;
            finish();
        } else {
            failure = Failure.transport(FailureClass.UPSTREAM_5XX, "the stream was empty", usage() != null);
        }
    }

    @Override
    public void onComment() {
        // Keep-alive: neither progress nor something for the client.
    }

    private void take(Chunk chunk) {
        long now = exchange.loop.nowNanos();
        if (carried) {
            call.bound().progress(now);
        }
        RequestTrace trace = exchange.facts.trace;
        if (trace != null) {
            trace.answered(trace.lacksResponseId() ? chunk.id() : null, chunk.finishes());
        }
        finished |= chunk.finishReason() != null;
        boolean carries = chunk.carriesSomething();
        if (keepsPartial) {
            chunk.appendContent(partial);
            keepsPartial = partial.length() <= MOST_PARTIAL_CHARS;
        }
        events.add(chunk);
        if (!carried && carries) {
            carried = true;
            if (exchange.facts.firstTokenNanos == 0) {
                exchange.facts.firstTokenNanos = now;
            }
            exchange.loop.shared().latencies().cell(call.candidate()).answered(now - call.startedNanos(), now);
            call.bound().idle(now, call.candidate().target().idleTimeoutNanos());
        }
    }

    /** After what one read brought: commit, pass on, or give up. */
    private void settle() {
        if (over) {
            return;
        }
        if (failure != null) {
            giveUp(failure);
            return;
        }
        if (!committed && carried && !held) {
            commit();
            flush();
        } else if (committed && !flushing) {
            flushing = true;
            exchange.loop.atTurnsEnd(this::flushSoon);
        } else if (!committed && events.tooMuchHeld()) {
            giveUp(Failure.tooLong("the stream is longer than the router holds back"));
        }
    }

    private void flushSoon() {
        flushing = false;
        if (!over) {
            exchange.guarded(this::flush);
        }
    }

    private void flush() {
        if (!events.flush()) {
            waitForClient();
        }
    }

    private void waitForClient() {
        call.reads(false);
        call.bound().hold();
        exchange.client.onDrained(() -> {
            call.bound().unhold();
            call.reads(true);
        });
    }

    private void commit() {
        committed = true;
        Attempt attempt = exchange.purse.provisional(call);
        exchange.answers(attempt);
        if (continued == null) {
            events.begin(exchange.loop.chunkScanner(call.candidate()));
        }
    }

    private void finish() {
        if (over) {
            return;
        }
        if (!committed) {
            commit();
        }
        over = true;
        if (flushing) {
            // Not to wait for the row.
            events.flush();
        }
        call.release();
        Attempt attempt = exchange.purse.settle(call, Attempt.Result.SERVED, null);
        exchange.facts.attempted().replaceLast(attempt);
        exchange.leaveSeat(attempt, true);
        exchange.close(Outcome.SERVED, 200, null, events::end);
    }

    private void giveUp(Failure cause) {
        over = true;
        if (!committed) {
            call.fail(cause);
            return;
        }
        events.flush();
        call.cancel();
        if (keepsPartial && !chunks.toolCall() && !finished) {
            exchange.goOn(call, cause, continuation(cause));
            return;
        }
        Attempt attempt = exchange.purse.settle(call, Attempt.Result.TRUNCATED, cause);
        exchange.facts.attempted().replaceLast(attempt);
        exchange.broke(call, cause);
        String code = code(cause);
        exchange.close(Outcome.TRUNCATED, 200, code, () -> events.fail(code, cause.reason()));
    }

    private String code(Failure cause) {
        return cause.failureClass() == FailureClass.TIMEOUT
                ? "stream_stalled"
                : told ? "stream_error" : "stream_truncated";
    }

    private Continuation continuation(Failure cause) {
        String text = continued == null ? partial.toString() : continued.partial() + partial;
        long sent = chunks.codePoints() + (continued == null ? 0 : continued.sentCodePoints());
        return new Continuation(events, text, sent, cause, code(cause));
    }

    /** Nobody will get what was held back. */
    void discard() {
        over = true;
        events.close();
    }

    /** What the provider told it used, or null. */
    @Nullable
    Usage usage() {
        return chunks.usage();
    }

    boolean committed() {
        return committed;
    }

    boolean carried() {
        return carried;
    }

    /** What the text that has come amounts to. */
    @Nullable
    Usage estimatedUsage() {
        if (!carried) {
            return null;
        }
        long input = Objects.requireNonNull(exchange.facts.asked).facts().estimatedInputTokens();
        return Usage.of(input, TokenEstimator.tokens(chunks.codePoints()));
    }
}
