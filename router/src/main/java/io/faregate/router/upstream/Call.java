package io.faregate.router.upstream;

import io.faregate.router.wire.ByteSlices;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * One call in flight. Confined to its event loop. A pooled connection that turns out to be closed is replaced by a
 * fresh one once, unseen by the listener. After {@link #cancel()} nothing more is told.
 */
public final class Call {
    /** Longer bodies go in the pieces they are made of: one copy less, for some objects more. */
    private static final int LONGEST_COPIED_BYTES = 32 << 10;

    private final UpstreamClient client;
    private final RequestOptions options;
    private final ByteSlices body;
    private final CallListener listener;

    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private @Nullable Inflating inflating;
    private boolean sent;
    private boolean reused;
    private boolean retried;

    /** Whether the request that is out failed before a byte of it was with the kernel. */
    private boolean unwritten;

    private boolean over;

    Call(UpstreamClient client, RequestOptions options, ByteSlices body, CallListener listener) {
        this.client = client;
        this.options = options;
        this.body = body;
        this.listener = listener;
    }

    void start() {
        send(client.pooled().request(options));
    }

    private void send(Future<HttpClientRequest> opening) {
        opening.onComplete(opened -> {
            if (opened.failed()) {
                unopened(opened.cause());
                return;
            }
            HttpClientRequest fresh = opened.result();
            // Its futures tell how it breaks; without a handler each reset of ours is logged.
            fresh.exceptionHandler(broken -> {});
            if (over) {
                Quietly.reset(fresh);
                return;
            }
            request = fresh;
            sent = true;
            reused = client.usedBefore(fresh.connection());
            send(fresh).onComplete(answered -> {
                if (answered.failed()) {
                    lost(answered.cause());
                } else {
                    receive(answered.result());
                }
            });
        });
    }

    private Future<HttpClientResponse> send(HttpClientRequest to) {
        Future<Void> first = body.totalLength() <= LONGEST_COPIED_BYTES ? to.end(Slices.buffer(body)) : pieces(to);
        unwritten = first.failed();
        return to.response();
    }

    /** Sends the body in its pieces; what becomes of the first, the head before it. */
    private Future<Void> pieces(HttpClientRequest to) {
        to.putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(body.totalLength()));
        int last = body.count() - 1;
        if (last == 0) {
            return to.end(Slices.piece(body, 0));
        }
        Future<Void> first = to.write(Slices.piece(body, 0)).onFailure(broken -> {});
        for (int i = 1; i < last; i++) {
            to.write(Slices.piece(body, i)).onFailure(broken -> {});
        }
        to.end(Slices.piece(body, last)).onFailure(broken -> {});
        return first;
    }

    /** A connection that the kernel lost while it was being opened says nothing about who was to be called. */
    private void unopened(Throwable cause) {
        if (cause instanceof ClosedChannelException && !retried && !over) {
            retried = true;
            send(client.fresh().request(options));
        } else {
            broken(cause, false);
        }
    }

    private void lost(Throwable cause) {
        if (reused && !retried && !over) {
            retried = true;
            // What was written may have been read before the connection broke, and be billed.
            sent = !unwritten;
            send(client.fresh().request(options));
        } else {
            broken(cause, false);
        }
    }

    private void receive(HttpClientResponse answer) {
        if (over) {
            return;
        }
        response = answer;
        answer.exceptionHandler(cause -> broken(cause, true));
        String coding = answer.getHeader(HttpHeaders.CONTENT_ENCODING);
        Inflating inflates = Inflating.of(client.vertx(), answer, coding, new Inflated());
        inflating = inflates;
        if (inflates == null) {
            answer.handler(this::data);
            answer.endHandler(end -> ended());
        } else {
            answer.handler(inflates::add);
            answer.endHandler(end -> inflates.end());
        }
        listener.head(answer.statusCode(), answer.headers());
    }

    /** Whether the bytes of an answer in such a coding are told as what they were before it; null is none. */
    public static boolean reads(@Nullable String coding) {
        String name = coding == null ? "" : coding.trim();
        return name.isEmpty() || name.equalsIgnoreCase("identity") || Inflating.wrapper(name) != null;
    }

    private void data(Buffer piece) {
        if (!over) {
            listener.data(piece);
        }
    }

    private void ended() {
        if (!over) {
            over = true;
            listener.end();
        }
    }

    private final class Inflated implements Inflating.Sink {
        @Override
        public void data(Buffer piece) {
            Call.this.data(piece);
        }

        @Override
        public void end() {
            ended();
        }

        @Override
        public void broken(Inflating.BadEncoding cause) {
            boolean open = !over;
            Call.this.broken(cause, true);
            if (open && request != null) {
                Quietly.reset(request);
            }
        }
    }

    private void broken(Throwable cause, boolean afterHead) {
        if (!over) {
            over = true;
            stopInflating();
            listener.broken(cause, afterHead);
        }
    }

    /** Whether any of the request may have been written to a connection: before, no provider can have seen it. */
    public boolean sent() {
        return sent;
    }

    /** Stops reading from the provider until {@link #resume()}. */
    public void pause() {
        if (inflating != null) {
            inflating.pause();
        } else if (response != null && !over) {
            response.pause();
        }
    }

    /** Reads on. */
    public void resume() {
        if (inflating != null) {
            inflating.resume();
        } else if (response != null && !over) {
            response.resume();
        }
    }

    /** Ends the call at once; the provider sees its connection closed. */
    public void cancel() {
        if (!over) {
            over = true;
            stopInflating();
            if (request != null) {
                Quietly.reset(request);
            }
        }
    }

    /**
     * Stops telling; lets the answer end by itself, so that the connection can be used again,
     * or cuts it after a while.
     */
    public void release(Vertx vertx, long graceMillis) {
        if (over || response == null || request == null) {
            return;
        }
        HttpClientRequest ending = request;
        over = true;
        stopInflating();
        response.handler(piece -> {});
        long timer = vertx.setTimer(graceMillis, fired -> Quietly.reset(ending));
        response.endHandler(end -> vertx.cancelTimer(timer));
        response.exceptionHandler(cause -> vertx.cancelTimer(timer));
        response.resume();
    }

    private void stopInflating() {
        if (inflating != null) {
            inflating.close();
        }
    }
}
