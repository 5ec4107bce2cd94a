package io.faregate.router.server;

import io.faregate.router.canary.Arm;
import io.faregate.router.catalog.Candidate;
import io.faregate.router.dialect.PromptedTools;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.route.Refusal;
import io.faregate.router.route.Route;
import io.faregate.router.upstream.Slices;
import io.faregate.router.usage.Attempt;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ErrorEnvelope;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/** The client's side of an exchange: heads, errors, events, and its leaving. Confined to its event loop. */
final class ClientResponse {
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
    private static final CharSequence EVENTS = HttpHeaders.createOptimized("text/event-stream");
    private static final CharSequence NO_CACHE = HttpHeaders.createOptimized("no-cache");
    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("X-Request-Id");
    private static final CharSequence ROUTE = HttpHeaders.createOptimized("X-Faregate-Route");
    private static final CharSequence TARGET = HttpHeaders.createOptimized("X-Faregate-Target");
    private static final CharSequence MODEL = HttpHeaders.createOptimized("X-Faregate-Model");
    private static final CharSequence ARM = HttpHeaders.createOptimized("X-Faregate-Arm");
    private static final CharSequence ATTEMPTS = HttpHeaders.createOptimized("X-Faregate-Attempts");
    private static final CharSequence TOOLS = HttpHeaders.createOptimized("X-Faregate-Tools");
    private static final CharSequence COST = HttpHeaders.createOptimized("X-Faregate-Cost-Usd");
    private static final CharSequence MAX_TOKENS = HttpHeaders.createOptimized("X-Faregate-Max-Tokens");
    private static final CharSequence REMAINING = HttpHeaders.createOptimized("X-Faregate-Budget-Remaining-Usd");
    private static final CharSequence SHOULD_RETRY = HttpHeaders.createOptimized("x-should-retry");

    /** Of a longer answer it is seen that a slow client takes it piece by piece. */
    private static final int PIECE_BYTES = 64 << 10;

    private static final int LONG_BYTES = 256 << 10;
    private static final long LINGER_MILLIS = 1_000;

    private final Loop loop;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final RequestFacts facts;
    private final Uptake uptake;
    private @Nullable Future<Void> ended;
    private Runnable gone = () -> {};
    private boolean closes;

    ClientResponse(Loop loop, HttpServerRequest request, RequestFacts facts) {
        this.loop = loop;
        this.request = request;
        this.response = request.response();
        this.facts = facts;
        this.uptake = new Uptake(loop, this::stuck);
    }

    /** Tells once the client's connection is gone, or it takes nothing any more, before the answer has ended. */
    void onGone(Runnable told) {
        gone = told;
        response.exceptionHandler(broken -> told.run());
        response.closeHandler(closed -> told.run());
    }

    private void stuck() {
        gone.run();
        cut();
    }

    /** The status the client has got, 0 before it got one. */
    int headStatus() {
        return response.headWritten() ? response.getStatusCode() : 0;
    }

    boolean headWritten() {
        return response.headWritten();
    }

    /** What has not been read of the request is never read: the connection ends with the answer. */
    void closeAfterwards() {
        response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        loop.connections().ending(request);
        closes = true;
    }

    /** An error answer, or on a stream that has begun an error event without a clean end. */
    void error(Refusal refusal) {
        if (response.headWritten()) {
            end(Buffer.buffer(facts.form.events().fail(refusal.message(), refusal.code())));
            return;
        }
        byte[] body = ErrorEnvelope.error(refusal.message(), refusal.type(), refusal.code(), loop.attempted(facts));
        common(null);
        MultiMap headers = response.headers();
        if (refusal.retryAfterSeconds() != Refusal.UNKNOWN) {
            headers.set(HttpHeaders.RETRY_AFTER, Long.toString(refusal.retryAfterSeconds()));
        }
        if (!refusal.retryHelps()) {
            headers.set(SHOULD_RETRY, "false");
        }
        headers.set(HttpHeaders.CONTENT_TYPE, JSON);
        response.setStatusCode(refusal.status());
        end(Buffer.buffer(body));
    }

    /** Sends a whole plain answer. */
    void answer(
            int status,
            CharSequence contentType,
            Candidate candidate,
            long costPicoUsd,
            long remainingPicoUsd,
            ByteSlices body) {
        common(candidate);
        budget(remainingPicoUsd);
        if (costPicoUsd >= 0) {
            response.putHeader(COST, PicoUsd.print(costPicoUsd));
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, contentType);
        response.setStatusCode(status);
        end(body.totalLength() > LONG_BYTES ? lastPiece(body) : Slices.buffer(body));
    }

    /** Sends all but the last piece of a long answer. */
    private Buffer lastPiece(ByteSlices whole) {
        response.putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(whole.totalLength()));
        Buffer waiting = Buffer.buffer();
        for (int i = 0; i < whole.count(); i++) {
            Buffer part = Slices.piece(whole, i);
            for (int from = 0; from < part.length(); from += PIECE_BYTES) {
                if (waiting.length() > 0) {
                    uptake.follow(response.write(waiting));
                }
                waiting = part.slice(from, Math.min(part.length(), from + PIECE_BYTES));
            }
        }
        return waiting;
    }

    /** Begins a stream. */
    void beginEvents(@Nullable Candidate candidate, long remainingPicoUsd) {
        common(candidate);
        budget(remainingPicoUsd);
        response.putHeader(HttpHeaders.CONTENT_TYPE, EVENTS);
        response.putHeader(HttpHeaders.CACHE_CONTROL, NO_CACHE);
        response.setChunked(true);
        response.setStatusCode(200);
    }

    /** Sends a piece of a stream; false when the client is slow and the source is to wait for {@link #onDrained}. */
    boolean send(Buffer piece) {
        uptake.follow(response.write(piece));
        boolean full = response.writeQueueFull();
        if (full) {
            uptake.watch();
        }
        return !full;
    }

    void onDrained(Runnable drained) {
        response.drainHandler(empty -> drained.run());
    }

    /** Ends an answer with its last piece. */
    void end(Buffer piece) {
        Future<Void> last = response.end(piece);
        ended = last;
        uptake.follow(last);
        uptake.watch();
        if (!last.isComplete()) {
            loop.connections().taking(request, last);
        }
        if (closes) {
            // At once, the reset over what is still on its way to us could overtake the answer.
            last.onComplete(sent -> loop.vertx().setTimer(LINGER_MILLIS, fired -> cut()));
        }
    }

    /** Tells once the last bytes are on their way, or never will be; at once when there are none. */
    void onEnded(Runnable over) {
        Future<Void> last = ended;
        if (last == null) {
            over.run();
        } else {
            last.onComplete(sent -> over.run());
        }
    }

    /**
     * Breaks off what has begun: an end that nobody can take for a clean one. A connection that is closed in the usual
     * way waits for what has been written before, which a client that reads nothing never takes.
     */
    void cut() {
        if (request.connection() instanceof ConnectionBase connection) {
            connection.channelHandlerContext().close().addListener(closed -> {});
        } else {
            response.reset().onFailure(broken -> {});
        }
    }

    private void common(@Nullable Candidate candidate) {
        MultiMap headers = response.headers();
        headers.set(REQUEST_ID, facts.requestId);
        Route route = facts.route();
        if (route == null) {
            return;
        }
        headers.set(ROUTE, route.name());
        Arm arm = facts.arm();
        if (arm != null) {
            headers.set(ARM, arm.key());
        }
        if (candidate != null) {
            headers.set(TARGET, candidate.target().name());
            headers.set(MODEL, HeaderText.safe(candidate.model()));
            Attempt last = facts.attempted().lastAttempt();
            if (last != null && last.changed().contains(PromptedTools.CHANGE)) {
                headers.set(TOOLS, "prompted");
            }
            headers.set(ATTEMPTS, Integer.toString(facts.attempted().calls()));
            if (facts.setMaxTokens >= 0) {
                headers.set(MAX_TOKENS, Long.toString(facts.setMaxTokens));
            }
        }
    }

    private void budget(long remainingPicoUsd) {
        if (remainingPicoUsd != Long.MAX_VALUE) {
            response.putHeader(REMAINING, PicoUsd.print(Math.max(0, remainingPicoUsd)));
        }
    }

    static CharSequence json() {
        return JSON;
    }
}
