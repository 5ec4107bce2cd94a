package io.faregate.router.server;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.cost.Usage;
import io.faregate.router.dialect.Dialect;
import io.faregate.router.dialect.Outgoing;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.Step;
import io.faregate.router.telemetry.TraceHeaders;
import io.faregate.router.upstream.Call;
import io.faregate.router.upstream.CallListener;
import io.faregate.router.upstream.TransportFailure;
import io.faregate.router.usage.Attempt;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.SseScanner;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call to one candidate: its bounds in time, and what its answer turns out to be. Confined to its event loop. It
 * tells its exchange exactly one of: failed, or an answer; nothing after {@link #cancel}.
 */
final class AttemptCall implements CallListener {
    private static final int MOST_ANSWER_BYTES = 128 << 20;
    private static final int MOST_ERROR_BYTES = 256 << 10;
    private static final long LINGER_MILLIS = 1_000;

    private final Exchange exchange;
    private final Step.Attempt attempt;
    private final long startedNanos;
    private final AttemptBound bound;
    private final Rewording rewording;
    private @Nullable Call call;
    private @Nullable MultiMap headers;
    private @Nullable WholeAnswer collected;
    private @Nullable StreamRelay relay;
    private Dialect dialect;
    private @Nullable PromptedReply prompted;
    private @Nullable Usage usage;
    private int status;
    private List<String> changed = List.of();
    private boolean over;

    AttemptCall(Exchange exchange, Step.Attempt attempt) {
        this.exchange = exchange;
        this.attempt = attempt;
        this.startedNanos = exchange.loop.nowNanos();
        this.dialect = exchange.facts.wording().dialect(attempt.candidate(), false);
        this.rewording = new Rewording(exchange, attempt.candidate());
        this.bound = new AttemptBound(exchange.loop, cut -> exchange.guarded(() -> timedOut(cut)));
    }

    void start() {
        ChatRequest asked = asked();
        boolean stream = asked.facts().stream();
        long own = AttemptBound.own(candidate(), asked.facts());
        // Before the call, which may fail at once and would leave a bound behind that nobody stops.
        bound.start(startedNanos, own, exchange.facts.deadlineNanos, !stream && exchange.othersLeft());
        send(asked);
    }

    private void send(ChatRequest asked) {
        dialect = exchange.facts.wording().dialect(candidate(), exchange.facts.isAway(candidate()));
        SaidRequest.to(exchange, asked, candidate(), rewording.style(), this::isOver, this::post);
    }

    /** Sends what was put into the candidate's words, unless nobody waits for it any more. */
    private void post(SaidRequest said) {
        if (over) {
            return;
        }
        RequestFacts facts = exchange.facts;
        PromptedTools tools = said.tools();
        prompted = tools == null ? null : new PromptedReply(exchange, this, tools, facts.correction != null);
        Outgoing to = said.outgoing();
        changed = to.changed();
        TraceHeaders trace = facts.traceHeaders(exchange.request, candidate());
        call = exchange.loop.upstream().post(candidate(), to.path(), said.body(), to.contentType(), trace, this);
    }

    private ChatRequest asked() {
        return Objects.requireNonNull(exchange.facts.asked);
    }

    @Override
    public void head(int answered, MultiMap answeredHeaders) {
        exchange.guarded(() -> begin(answered, answeredHeaders));
    }

    private void begin(int answered, MultiMap answeredHeaders) {
        status = answered;
        headers = answeredHeaders;
        LimitHeaders.follow(exchange.loop, candidate(), answeredHeaders);
        boolean ok = answered >= 200 && answered < 300;
        String type = answeredHeaders.get(HttpHeaders.CONTENT_TYPE);
        boolean stream = asked().facts().stream();
        boolean events = ok && type != null && type.startsWith("text/event-stream");
        if (events && !stream) {
            collected = new EventFold(exchange.loop.shared().answerRoom());
        } else if (events || (ok && stream && type == null)) {
            relay = new StreamRelay(exchange, this);
        } else {
            collected = new Collector(
                    ok ? MOST_ANSWER_BYTES : MOST_ERROR_BYTES,
                    exchange.loop.shared().answerRoom());
        }
    }

    @Override
    public void data(Buffer piece) {
        try {
            if (relay != null) {
                relay.data(piece);
            } else if (collected != null && !collected.add(piece)) {
                tooLong(collected);
            }
        } catch (RuntimeException fault) {
            exchange.crashed(fault);
        }
    }

    /** The beginning of an error says what it is; nobody waits for its end. */
    private void tooLong(WholeAnswer begun) {
        if (status >= 200 && status < 300) {
            fail(Failure.tooLong("the answer is longer than the router takes"));
            return;
        }
        if (call != null) {
            call.cancel();
        }
        bound.stop();
        whole(begun);
    }

    @Override
    public void end() {
        if (!over) {
            exchange.guarded(this::ended);
        }
    }

    private void ended() {
        if (relay != null) {
            relay.end();
        } else if (collected != null) {
            bound.stop();
            whole(collected);
        }
    }

    @Override
    public void broken(Throwable cause, boolean afterHead) {
        Failure failure = TransportFailure.of(cause, sent(), afterHead);
        StreamRelay begun = relay;
        if (!over) {
            exchange.guarded(begun == null ? () -> fail(failure) : () -> begun.broken(failure));
        }
    }

    private void whole(WholeAnswer answer) {
        MultiMap answered = Objects.requireNonNull(headers);
        if (status >= 200 && status < 300) {
            PlainAnswer.of(exchange, this, answer, prompted, answered);
            return;
        }
        byte[] body = answer.bytes();
        Failure failure = exchange.loop.classify(status, answered, body, candidate());
        if (rewording.found(status, body, asked(), prompted != null) || rewording.foundForPartial(failure)) {
            again();
        } else {
            fail(failure);
        }
    }

    /** The same target is asked in another way; the one in the request was not to its taste. */
    private void again() {
        giveRoomBack();
        collected = null;
        headers = null;
        bound.restart();
        send(asked());
    }

    /** Relays an answer that came whole as the events it could have come in. */
    void stream(List<byte[]> chunks) {
        StreamRelay events = new StreamRelay(exchange, this);
        relay = events;
        for (byte[] chunk : chunks) {
            events.onEvent("", chunk, 0, chunk.length);
        }
        events.end();
    }

    private void timedOut(boolean cutByDeadline) {
        if (over || (relay != null && relay.timedOut())) {
            return;
        }
        String reason = cutByDeadline
                ? "the route's deadline"
                : asked().facts().stream() ? "no first token in time" : "no whole answer in time";
        boolean billable = status < 400 && sent();
        fail(new Failure(FailureClass.TIMEOUT, 0, reason, null, null, Failure.NOT_TOLD, !cutByDeadline, billable));
    }

    /** Ends the call as failed; nothing of it has reached the client. */
    void fail(Failure failure) {
        if (!over) {
            cancel();
            exchange.failed(this, failure);
        }
    }

    /** Ends the call at once. */
    void cancel() {
        over = true;
        bound.stop();
        giveRoomBack();
        if (relay != null) {
            relay.discard();
        }
        if (call != null) {
            call.cancel();
        }
    }

    /** Stops listening; what is left of the answer may end by itself. */
    void release() {
        over = true;
        bound.stop();
        giveRoomBack();
        if (call != null) {
            call.release(exchange.loop.vertx(), LINGER_MILLIS);
        }
    }

    private void giveRoomBack() {
        if (collected != null) {
            collected.close();
        }
    }

    /** Tells the walk how a call ended that nobody else tells it of: in place of what was said at its first byte. */
    void note(Attempt ended) {
        if (relay != null && relay.committed()) {
            exchange.facts.attempted().replaceLast(ended);
        } else if (exchange.facts.walk != null) {
            exchange.facts.walk.abandoned(ended);
        }
    }

    /** Has the provider wait, or go on. */
    void reads(boolean on) {
        if (call != null && on) {
            call.resume();
        } else if (call != null) {
            call.pause();
        }
    }

    /** The provider's events as chunks of chat completions, for the relay. */
    SseScanner.Listener events(StreamRelay chunks) {
        SseScanner.Listener read = prompted == null ? chunks : prompted.chunks(chunks);
        return dialect.chatEvents(read, exchange.loop.wallMillis() / 1_000);
    }

    /** What this candidate is to be asked to correct, or null. */
    PromptedTools.@Nullable Correction correction() {
        return prompted == null ? null : prompted.correction();
    }

    /** How its answer is to be read. */
    Dialect dialect() {
        return dialect;
    }

    /** Whether nobody waits for it any more. */
    boolean isOver() {
        return over;
    }

    AttemptBound bound() {
        return bound;
    }

    void usage(Usage told) {
        usage = told;
    }

    @Nullable
    Usage usage() {
        return relay == null ? usage : relay.usage();
    }

    /** What it must have used, from what has come of a stream, or null when nothing came. */
    @Nullable
    Usage estimatedUsage() {
        return relay == null ? null : relay.estimatedUsage();
    }

    /** Whether anything of it has gone to the provider; else it can't have been billed. */
    boolean sent() {
        return call != null && call.sent();
    }

    boolean answerBegan() {
        return status >= 200 && status < 300 && (relay == null || relay.carried());
    }

    Candidate candidate() {
        return attempt.candidate();
    }

    int status() {
        return status;
    }

    /** The headers of the answer; only once it has begun. */
    MultiMap headers() {
        return Objects.requireNonNull(headers);
    }

    long latencyMillis() {
        return (exchange.loop.nowNanos() - startedNanos) / 1_000_000;
    }

    long startedNanos() {
        return startedNanos;
    }

    /** What the candidate's dialect could not say. */
    List<String> changed() {
        return changed;
    }

    boolean panic() {
        return attempt.panic();
    }
}
