package io.faregate.router.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A provider on the loopback that answers every request with the same bytes, for tests that make thousands of calls.
 * Thread-safe; one thread a connection.
 */
public final class SteadyUpstream implements AutoCloseable {
    private final ServerSocket listener;
    private final List<byte[]> pieces;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Starts to listen; each piece is one write. */
    public static SteadyUpstream start(List<String> pieces) {
        try {
            SteadyUpstream upstream = new SteadyUpstream(
                    new ServerSocket(0, 64, InetAddress.getLoopbackAddress()),
                    pieces.stream()
                            .map(piece -> piece.getBytes(StandardCharsets.UTF_8))
                            .toList());
            daemon(upstream::accept);
            return upstream;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SteadyUpstream(ServerSocket listener, List<byte[]> pieces) {
        this.listener = listener;
        this.pieces = pieces;
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "steady-upstream");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            HttpMessages requests = new HttpMessages(in);
            while (requests.read()) {
                for (byte[] piece : pieces) {
                    out.write(piece);
                }
            }
        } catch (IOException e) {
            // The router has gone.
        } finally {
            sockets.remove(socket);
        }
    }

    /** The base URL, version path included. */
    public String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/v1";
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
