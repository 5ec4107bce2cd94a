package io.faregate.router.server;

import io.faregate.router.wire.Folding;
import io.faregate.router.wire.SseScanner;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects a stream that nobody asked for, to be told as one whole answer. Confined to its event loop. */
final class EventFold implements SseScanner.Listener {
    private static final int MOST_BYTES = 64 << 20;
    private static final byte[] UNREADABLE = {};

    private final SseScanner scanner = new SseScanner(MOST_BYTES);
    private final List<byte[]> chunks = new ArrayList<>();
    private long bytes;
    private boolean broken;

    void add(Buffer piece) {
        byte[] read = piece.getBytes();
        bytes += read.length;
        broken |= bytes > MOST_BYTES;
        if (broken) {
            return;
        }
        try {
            scanner.feed(read, 0, read.length, this);
        } catch (SseScanner.EventTooLong e) {
            broken = true;
        }
    }

    @Override
    public void onEvent(String name, byte[] data, int offset, int length) {
        if (!new String(data, offset, Math.min(length, 16), StandardCharsets.US_ASCII).startsWith("[DONE]")) {
            chunks.add(Arrays.copyOfRange(data, offset, offset + length));
        }
    }

    @Override
    public void onComment() {
        // Keep-alive only.
    }

    /** The whole answer, or an empty one when the stream cannot be read. */
    byte[] answer() {
        try {
            return broken || chunks.isEmpty() ? UNREADABLE : Folding.toAnswer(chunks);
        } catch (IOException e) {
            return UNREADABLE;
        }
    }
}
