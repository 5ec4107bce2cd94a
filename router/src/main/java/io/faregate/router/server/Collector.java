package io.faregate.router.server;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/** Collects an answer into one array, up to a bound. Confined to its event loop. */
final class Collector {
    private static final int FIRST_GUESS = 2048;

    private final int mostBytes;
    private byte[] bytes = new byte[FIRST_GUESS];
    private int length;

    Collector(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Takes a piece; false when the bound is passed and the rest is left out. */
    boolean add(Buffer piece) {
        int more = Math.min(piece.length(), mostBytes - length);
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(mostBytes, Math.max(length + more, bytes.length * 2L)));
        }
        piece.getBytes(0, more, bytes, length);
        length += more;
        return more == piece.length();
    }

    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
