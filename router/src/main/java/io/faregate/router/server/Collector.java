package io.faregate.router.server;

import io.faregate.router.upstream.Slices;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/** Collects an answer into one array, up to a bound. Confined to its event loop. */
final class Collector implements WholeAnswer {
    private static final byte[] EMPTY = {};
    private static final int FIRST_GUESS = 2048;
    /** What an answer may take without asking for room. */
    private static final int FREE_BYTES = 1 << 20;

    private final int mostBytes;
    private final AnswerRoom room;
    private byte[] bytes = EMPTY;
    private int length;
    private long roomTaken;

    Collector(int mostBytes, AnswerRoom room) {
        this.mostBytes = mostBytes;
        this.room = room;
    }

    /** Takes a piece; false when the bound is passed or no room is left, and the rest is left out. */
    @Override
    public boolean add(Buffer piece) {
        if (length == 0 && piece.length() <= Math.min(mostBytes, FREE_BYTES)) {
            // Most answers come in one piece, whose array can stay what it is.
            bytes = Slices.bytes(piece);
            length = bytes.length;
            return true;
        }
        int more = Math.min(piece.length(), mostBytes - length);
        if (length + more > bytes.length && !grow(length + more)) {
            return false;
        }
        piece.getBytes(0, more, bytes, length);
        length += more;
        return more == piece.length();
    }

    private boolean grow(int needed) {
        int grown = (int) Math.min(mostBytes, Math.max(Math.max(FIRST_GUESS, needed), bytes.length * 2L));
        long wanted = Math.max(0, grown - FREE_BYTES) - roomTaken;
        if (wanted > 0 && !room.take(wanted)) {
            return false;
        }
        roomTaken += Math.max(0, wanted);
        bytes = Arrays.copyOf(bytes, grown);
        return true;
    }

    @Override
    public byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    @Override
    public void close() {
        room.give(roomTaken);
        roomTaken = 0;
    }
}
