package io.faregate.router.shared;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/** A Redis of a test's own, on a free port of the loopback, that keeps nothing on disk. */
final class Store {
    private static final List<Path> INSTALLED =
            List.of(Path.of("/usr/bin/redis-server"), Path.of("/usr/local/bin/redis-server"));

    private final boolean installed;
    private final int port;
    private RedisServer server;

    Store(boolean installed) throws IOException {
        this.installed = installed;
        port = freePort();
        server = build();
    }

    /** The one that the build brings, and the machine's own where there is one. */
    static Stream<Boolean> kinds() {
        return INSTALLED.stream().anyMatch(Files::isExecutable) ? Stream.of(false, true) : Stream.of(false);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private RedisServer build() throws IOException {
        RedisServerBuilder builder = RedisServer.newRedisServer()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no");
        if (installed) {
            Path executable =
                    INSTALLED.stream().filter(Files::isExecutable).findFirst().orElseThrow();
            builder.executableProvider((ExecutableProvider) () -> executable.toFile());
        }
        return builder.build();
    }

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    void start() throws IOException {
        server.start();
    }

    void stop() throws IOException {
        server.stop();
    }

    /** Lets the store answer nobody for a time; what it was asked meanwhile is done after that. */
    void pause(long millis) throws IOException {
        String command = "CLIENT PAUSE " + millis + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() != '+') {
                throw new IOException("the store does not pause");
            }
        }
    }

    /** Another server on the same port: the data are gone. */
    void startEmpty() {
        try {
            server = build();
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
