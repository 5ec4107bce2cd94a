package io.faregate.router.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads HTTP/1.1 messages off a connection one after the other, in large pieces, and keeps but their length and status.
 * For one thread; whoever sends must not pipeline.
 */
public final class HttpMessages {
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final byte[] bytes = new byte[1 << 17];
    private int length;
    private String head = "";

    /** Messages of a connection; none above 128 KiB. */
    public HttpMessages(InputStream in) {
        this.in = in;
    }

    /** Reads one message to its end; false when the connection ended instead. */
    public boolean read() throws IOException {
        length = 0;
        int body = -1;
        while (true) {
            int more = in.read(bytes, length, bytes.length - length);
            if (more < 0) {
                return false;
            }
            length += more;
            if (body < 0) {
                body = bodyStart();
            }
            if (body >= 0 && complete(body)) {
                return true;
            }
        }
    }

    private int bodyStart() {
        for (int i = 3; i < length; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
                head = new String(bytes, 0, i + 1, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                return i + 1;
            }
        }
        return -1;
    }

    private boolean complete(int body) {
        int at = head.indexOf("\r\ncontent-length:");
        if (at >= 0) {
            int from = at + "\r\ncontent-length:".length();
            return length - body
                    >= Integer.parseInt(
                            head.substring(from, head.indexOf('\r', from)).strip());
        }
        if (!head.contains("\r\ntransfer-encoding: chunked")) {
            return true;
        }
        int end = length - LAST_CHUNK.length;
        return end >= body && java.util.Arrays.equals(bytes, end, length, LAST_CHUNK, 0, LAST_CHUNK.length);
    }

    /** The status of an answer that was read. */
    public int status() {
        return Integer.parseInt(head.substring(9, 12));
    }

    /** The length of the last message, head included. */
    public int length() {
        return length;
    }

    /** The last message as text. */
    public String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
