package io.faregate.router.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One request to a {@link StubUpstream}, and what is said to it. For one thread. */
public final class Conversation {
    private static final int END_OF_HEAD = 0x0d0a0d0a;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String head;
    private final String body;

    private Conversation(Socket socket, InputStream in, String head, String body) throws IOException {
        this.socket = socket;
        this.in = in;
        this.out = socket.getOutputStream();
        this.head = head;
        this.body = body;
    }

    /** The next request of a connection, or null when there is none. */
    static @Nullable Conversation read(Socket socket, InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int last = 0; last != END_OF_HEAD; ) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.write(next);
            last = last << 8 | next;
        }
        int length = 0;
        for (String line : head.toString(StandardCharsets.US_ASCII).split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        line.substring("content-length:".length()).trim());
            }
        }
        return new Conversation(
                socket,
                in,
                head.toString(StandardCharsets.US_ASCII),
                new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    /** The head of the request. */
    public String head() {
        return head;
    }

    /** The body of the request. */
    public String body() {
        return body;
    }

    /** Says something at once. */
    public void say(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Says bytes at once. */
    public void say(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Says one piece of a chunked body. */
    public void piece(String text) throws IOException {
        say(Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n");
    }

    /** Says bytes as a chunked body, each in a piece of its own. */
    public void byteByByte(byte[] bytes) throws IOException {
        for (byte each : bytes) {
            out.write(new byte[] {'1', '\r', '\n', each, '\r', '\n'});
            out.flush();
        }
    }

    /** Waits until the router has closed the connection. */
    public void awaitClosed() throws IOException {
        while (in.read() >= 0) {
            // What it says meanwhile means nothing.
        }
    }

    /** Breaks the connection off with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Ends the connection. */
    public void close() throws IOException {
        socket.close();
    }
}
