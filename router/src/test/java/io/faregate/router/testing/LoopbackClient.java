package io.faregate.router.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** A client that speaks HTTP by hand, so that it can leave at any moment. For one thread. */
public final class LoopbackClient implements AutoCloseable {
    private static final int MOST_WAIT_MILLIS = 20_000;
    private static final int NARROW_BYTES = 8_192;

    private final Socket socket;
    private final InputStream in;

    /** An answer; {@code whole} is false where the connection ended before it. */
    public record Reply(int status, Map<String, String> headers, String body, boolean whole) {}

    /** Connects. */
    public LoopbackClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(MOST_WAIT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    private LoopbackClient(Socket connected) throws IOException {
        socket = connected;
        in = socket.getInputStream();
    }

    /** Connects with a window that is soon full, so that what it does not read backs up at the router. */
    public static LoopbackClient narrow(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(NARROW_BYTES);
        socket.setSoTimeout(MOST_WAIT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new LoopbackClient(socket);
    }

    /** Sends text as it is. */
    public LoopbackClient say(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Sends bytes as they are. */
    public LoopbackClient say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends a whole request with a JSON body. */
    public LoopbackClient post(String path, String body, String... headers) throws IOException {
        StringBuilder text = new StringBuilder("POST " + path + " HTTP/1.1\r\nhost: localhost\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        text.append("content-type: application/json\r\ncontent-length: ")
                .append(body.getBytes(StandardCharsets.UTF_8).length)
                .append("\r\n\r\n")
                .append(body);
        return say(text.toString());
    }

    /** Sends a whole request without a body. */
    public LoopbackClient ask(String method, String path) throws IOException {
        return say(method + " " + path + " HTTP/1.1\r\nhost: localhost\r\n\r\n");
    }

    /** Reads an answer to its end. */
    public Reply read() throws IOException {
        return read(true);
    }

    /** Reads an answer that has a head alone. */
    public Reply readHead() throws IOException {
        return read(false);
    }

    private Reply read(boolean withBody) throws IOException {
        String head = readUntil("\r\n\r\n");
        if (head.isEmpty()) {
            return new Reply(0, Map.of(), "", false);
        }
        String[] lines = head.split("\r\n");
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).trim());
        }
        int status = Integer.parseInt(lines[0].split(" ")[1]);
        if (!withBody) {
            return new Reply(status, headers, "", true);
        }
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return chunked(status, headers);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        return new Reply(status, headers, new String(body, StandardCharsets.UTF_8), body.length == length);
    }

    private Reply chunked(int status, Map<String, String> headers) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = readUntil("\r\n").trim();
            int length = size.isEmpty() ? -1 : Integer.parseInt(size, 16);
            if (length > 0) {
                body.writeBytes(in.readNBytes(length));
            }
            boolean ended = length < 0 || readUntil("\r\n").isEmpty();
            if (ended || length == 0) {
                return new Reply(status, headers, body.toString(StandardCharsets.UTF_8), !ended);
            }
        }
    }

    /** Reads up to and with a text; empty when the connection ends before. */
    public String readUntil(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end, Math.max(0, text.length() - end.length())) < 0) {
            int next = readOrEnd();
            if (next < 0) {
                return "";
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private int readOrEnd() throws IOException {
        try {
            return in.read();
        } catch (java.net.SocketException reset) {
            return -1;
        }
    }

    /** Waits until the router has closed the connection. */
    public void awaitClosed() throws IOException {
        while (readOrEnd() >= 0) {
            // What it says meanwhile means nothing.
        }
    }

    /** Reads that many bytes, or to the end; tells how many came. */
    public int take(int bytes) throws IOException {
        try {
            return in.readNBytes(bytes).length;
        } catch (java.net.SocketException reset) {
            return 0;
        }
    }

    /** Leaves with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
