package io.faregate.router.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.compression.JdkZlibDecoder;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer that comes compressed although nobody asked for it. A kilobyte may hold a megabyte of zeros, so
 * the event loop gets so much a turn and no more, while the provider waits; and no answer gets longer than the longest
 * that is taken. Confined to its event loop.
 */
final class Inflating {
    /** What is told in one turn of the event loop, and then the rest of a step. */
    static final int TURN_BYTES = 1 << 20;

    static final long MOST_BYTES = 128 << 20;
    /** What is inflated at once: a byte makes at most 1,032. */
    private static final int STEP_BYTES = 1 << 10;

    /** Is told what the body is, then its end or why there is none. */
    interface Sink {
        void data(Buffer piece);

        void end();

        void broken(BadEncoding cause);
    }

    /** Why a compressed body is of no use; the message is fit for rows. */
    static final class BadEncoding extends Exception {
        private static final long serialVersionUID = 1L;

        BadEncoding(String message) {
            super(message, null, false, false);
        }
    }

    private final Vertx vertx;
    private final HttpClientResponse from;
    private final Sink to;
    private final JdkZlibDecoder decoder;
    private final EmbeddedChannel channel;
    private final ArrayDeque<Buffer> waiting = new ArrayDeque<>();
    private int at;
    private long toldBytes;
    private long shareUntilBytes = TURN_BYTES;
    private boolean paused;
    private boolean held;
    private boolean scheduled;
    private boolean turning;
    private boolean begun;
    private boolean ended;
    private boolean over;

    private Inflating(Vertx vertx, HttpClientResponse from, Sink to, ZlibWrapper wrapper) {
        this.vertx = vertx;
        this.from = from;
        this.to = to;
        this.decoder = new JdkZlibDecoder(wrapper, 0);
        this.channel = new EmbeddedChannel(decoder);
    }

    /** What understands a coding, or null where there is none, or one that nothing here does. */
    static @Nullable Inflating of(Vertx vertx, HttpClientResponse from, @Nullable String coding, Sink to) {
        ZlibWrapper wrapper = wrapper(coding == null ? "" : coding.trim());
        return wrapper == null ? null : new Inflating(vertx, from, to, wrapper);
    }

    /** How a coding wraps what it compresses, or null where nothing here understands it. */
    static @Nullable ZlibWrapper wrapper(String coding) {
        if (coding.equalsIgnoreCase("gzip") || coding.equalsIgnoreCase("x-gzip")) {
            return ZlibWrapper.GZIP;
        }
        // Half of those who send it leave the frame out that it should have.
        return coding.equalsIgnoreCase("deflate") ? ZlibWrapper.ZLIB_OR_NONE : null;
    }

    /** Takes a piece of the compressed body. */
    void add(Buffer piece) {
        if (!over && piece.length() > 0) {
            begun = true;
            waiting.add(piece);
            turn();
        }
    }

    /** The compressed body has ended. */
    void end() {
        ended = true;
        turn();
    }

    /** Tells nothing until {@link #resume()}, and has the provider wait. */
    void pause() {
        held = true;
        have(false);
    }

    /** Goes on. */
    void resume() {
        held = false;
        schedule();
    }

    /** Nobody wants the rest. */
    void close() {
        if (!over) {
            over = true;
            waiting.clear();
            try {
                channel.finishAndReleaseAll();
            } catch (DecoderException rest) {
                // What is left is looked at once more, and is no better than before.
            }
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            vertx.runOnContext(next -> {
                scheduled = false;
                shareUntilBytes = toldBytes + TURN_BYTES;
                turn();
            });
        }
    }

    private void turn() {
        if (turning || scheduled || held) {
            return;
        }
        turning = true;
        while (!over && !held && toldBytes < shareUntilBytes && !waiting.isEmpty()) {
            step();
        }
        turning = false;
        if (over || held) {
            return;
        }
        if (toldBytes >= shareUntilBytes) {
            have(false);
            schedule();
        } else if (ended) {
            finish();
        } else {
            have(true);
        }
    }

    /** Has the provider send, or wait. */
    private void have(boolean more) {
        if (over || more != paused) {
            return;
        }
        paused = !more;
        if (more) {
            from.resume();
        } else {
            from.pause();
        }
    }

    private void step() {
        Buffer piece = waiting.element();
        int until = Math.min(piece.length(), at + STEP_BYTES);
        ByteBuf step = Unpooled.wrappedBuffer(piece.getBytes(at, until));
        at = until;
        if (at == piece.length()) {
            waiting.remove();
            at = 0;
        }
        try {
            channel.writeInbound(step);
        } catch (DecoderException notThat) {
            fail("the answer is not in the encoding that its header names");
            return;
        }
        for (ByteBuf made = channel.readInbound(); made != null; made = channel.readInbound()) {
            byte[] bytes = new byte[made.readableBytes()];
            made.readBytes(bytes).release();
            tell(bytes);
            if (over) {
                return;
            }
        }
    }

    private void tell(byte[] bytes) {
        toldBytes += bytes.length;
        if (toldBytes > MOST_BYTES) {
            fail("the answer inflates to more than the router takes");
        } else {
            to.data(Slices.buffer(bytes));
        }
    }

    private void finish() {
        boolean whole = decoder.isClosed() || !begun;
        close();
        if (whole) {
            to.end();
        } else {
            to.broken(new BadEncoding("the compressed answer is cut short"));
        }
    }

    private void fail(String reason) {
        close();
        to.broken(new BadEncoding(reason));
    }
}
