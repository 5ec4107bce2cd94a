package io.faregate.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Redis of this run's own that keeps nothing, from the {@code redis-server} on the path. Not thread-safe. */
final class SharedStore implements AutoCloseable {
    private static final int TRIES = 100;
    private static final int PAUSE_MILLIS = 50;

    private final Process process;
    private final int port;

    private SharedStore(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it on a free port of the loopback; an {@link IOException} says why it does not. */
    static SharedStore start(Path directory) throws IOException, InterruptedException {
        int port;
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = probe.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "redis-server", "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("redis.log").toFile())
                .start();
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return new SharedStore(process, connected.getPort());
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
        process.destroyForcibly();
        throw new IOException("redis-server does not listen, its log is in " + directory);
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
