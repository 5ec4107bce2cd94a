package io.faregate.router.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A provider on the loopback that answers every request with the same bytes, for tests that make thousands of calls.
 * Thread-safe; one thread a connection.
 */
public final class SteadyUpstream implements AutoCloseable {
    private final LoopbackListener listener;
    private final List<byte[]> pieces;

    private SteadyUpstream(List<byte[]> pieces) {
        this.pieces = pieces;
        listener = LoopbackListener.start("steady-upstream", this::serve);
    }

    /** Starts to listen; each piece is one write. */
    public static SteadyUpstream start(List<String> pieces) {
        return new SteadyUpstream(pieces.stream()
                .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    private void serve(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        HttpMessages requests = new HttpMessages(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        while (requests.read()) {
            for (byte[] piece : pieces) {
                out.write(piece);
            }
        }
    }

    /** The base URL, version path included. */
    public String url() {
        return "http://127.0.0.1:" + listener.port() + "/v1";
    }

    @Override
    public void close() {
        listener.close();
    }
}
