package io.faregate.router.server;

import io.faregate.router.upstream.Slices;
import io.faregate.router.wire.Folding;
import io.faregate.router.wire.SseScanner;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects a stream that nobody asked for, to be told as one whole answer. Confined to its event loop, but for
 * {@link #bytes}.
 */
final class EventFold implements WholeAnswer, SseScanner.Listener {
    private static final int MOST_BYTES = 64 << 20;
    private static final int MOST_EVENT_BYTES = 16 << 20;
    /** What a stream may take without asking for room. */
    private static final int FREE_BYTES = 1 << 20;

    private static final byte[] UNREADABLE = {};

    private final AnswerRoom room;
    private final SseScanner scanner = new SseScanner(MOST_EVENT_BYTES);
    private List<byte[]> chunks = new ArrayList<>();
    private long taken;
    private long roomTaken;
    private boolean broken;

    EventFold(AnswerRoom room) {
        this.room = room;
    }

    @Override
    public boolean add(Buffer piece) {
        taken += piece.length();
        broken |= taken > MOST_BYTES || (taken > FREE_BYTES && !takeRoom());
        if (broken) {
            return false;
        }
        byte[] read = Slices.bytes(piece);
        try {
            scanner.feed(read, 0, read.length, this);
        } catch (SseScanner.EventTooLong e) {
            broken = true;
        }
        return !broken;
    }

    private boolean takeRoom() {
        long more = taken - FREE_BYTES - roomTaken;
        if (!room.take(more)) {
            return false;
        }
        roomTaken += more;
        return true;
    }

    @Override
    public long length() {
        return taken;
    }

    @Override
    public void close() {
        room.give(roomTaken);
        roomTaken = 0;
        chunks = List.of();
        broken = true;
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
    @Override
    public byte[] bytes() {
        List<byte[]> all = chunks;
        try {
            return broken || all.isEmpty() ? UNREADABLE : Folding.toAnswer(all);
        } catch (IOException e) {
            return UNREADABLE;
        }
    }
}
