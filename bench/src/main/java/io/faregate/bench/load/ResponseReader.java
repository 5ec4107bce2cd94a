package io.faregate.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Finds the end of one HTTP/1.1 response in bytes as they arrive, by length or by chunks, and counts its events.
 * Confined to one connection; reused for one response after the other.
 */
final class ResponseReader {
    private enum State {
        HEAD,
        LENGTH,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER
    }

    private byte[] head = new byte[2048];
    private int headLength;
    private State state = State.HEAD;
    private long left;
    private int lineLength;
    private boolean lastWasNewline;
    private int status;
    private int events;
    private boolean keepAlive = true;

    /** Ready for the next response. */
    void reset() {
        headLength = 0;
        state = State.HEAD;
        left = 0;
        lineLength = 0;
        lastWasNewline = false;
        events = 0;
    }

    int status() {
        return status;
    }

    /** Blank lines in the body: for a stream the number of its events. */
    int events() {
        return events;
    }

    /** False when the server said it would close. */
    boolean keepAlive() {
        return keepAlive;
    }

    /**
     * Takes the next bytes.
     *
     * @return whether the response is complete; bytes after its end are not expected and are dropped
     * @throws IllegalStateException not HTTP/1.1, or neither a length nor chunks
     */
    boolean feed(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            switch (state) {
                case HEAD -> {
                    if (addToHead(bytes[i++]) && readHead()) {
                        return true;
                    }
                }
                case LENGTH -> {
                    i = body(bytes, i);
                    if (left == 0) {
                        return true;
                    }
                }
                case CHUNK_SIZE -> chunkSize(bytes[i++]);
                case CHUNK -> {
                    i = body(bytes, i);
                    state = left == 0 ? State.CHUNK_END : State.CHUNK;
                }
                case CHUNK_END -> state = bytes[i++] == '\n' ? State.CHUNK_SIZE : State.CHUNK_END;
                case TRAILER -> {
                    if (trailerEnds(bytes[i++])) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean addToHead(byte b) {
        if (headLength == head.length) {
            head = java.util.Arrays.copyOf(head, headLength * 2);
        }
        head[headLength++] = b;
        return b == '\n' && headLength >= 4 && head[headLength - 2] == '\r' && head[headLength - 3] == '\n';
    }

    /** Returns whether the response ends with its head. */
    private boolean readHead() {
        String text = new String(head, 0, headLength, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        if (!text.startsWith("http/1.1 ")) {
            throw new IllegalStateException(
                    "expected HTTP/1.1, found " + text.lines().findFirst().orElse(""));
        }
        status = Integer.parseInt(text.substring(9, 12));
        keepAlive = !text.contains("\r\nconnection: close");
        int length = text.indexOf("\r\ncontent-length:");
        if (length >= 0) {
            int from = length + "\r\ncontent-length:".length();
            left = Long.parseLong(text.substring(from, text.indexOf('\r', from)).strip());
            state = State.LENGTH;
            return left == 0;
        }
        if (!text.contains("\r\ntransfer-encoding: chunked")) {
            throw new IllegalStateException("neither a length nor chunks: " + text);
        }
        state = State.CHUNK_SIZE;
        return false;
    }

    private int body(byte[] bytes, int from) {
        int to = (int) Math.min(bytes.length, from + left);
        for (int i = from; i < to; i++) {
            boolean newline = bytes[i] == '\n';
            if (newline && lastWasNewline) {
                events++;
            }
            lastWasNewline = newline;
        }
        left -= to - from;
        return to;
    }

    private void chunkSize(byte b) {
        if (b == '\n') {
            state = left == 0 ? State.TRAILER : State.CHUNK;
            lineLength = 0;
        } else if (b != '\r') {
            left = left * 16 + Character.digit(b, 16);
        }
    }

    private boolean trailerEnds(byte b) {
        if (b == '\n') {
            boolean empty = lineLength == 0;
            lineLength = 0;
            return empty;
        }
        lineLength += b == '\r' ? 0 : 1;
        return false;
    }
}
