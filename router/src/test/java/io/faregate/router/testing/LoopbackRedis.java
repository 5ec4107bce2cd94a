package io.faregate.router.testing;

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
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

/** A Redis of a test's own, on a free port of the loopback; it keeps data on disk only where it is told to. */
public final class LoopbackRedis {
    private static final List<Path> INSTALLED =
            List.of(Path.of("/usr/bin/redis-server"), Path.of("/usr/local/bin/redis-server"));

    private final boolean installed;
    private final @Nullable Path folder;
    private final int port;
    private RedisServer server;

    /** One whose data are gone when it stops. */
    public LoopbackRedis(boolean installed) throws IOException {
        this(installed, null);
    }

    /**
     * One that does not run yet.
     *
     * @param installed whether it is the machine's own or the one that the build brings
     * @param folder where its data outlive it, or null
     */
    public LoopbackRedis(boolean installed, @Nullable Path folder) throws IOException {
        this.installed = installed;
        this.folder = folder;
        port = freePort();
        server = build(folder != null);
    }

    /** The machine's own where there is one. */
    public static boolean isInstalled() {
        return INSTALLED.stream().anyMatch(Files::isExecutable);
    }

    /** The one that the build brings, and the machine's own where there is one. */
    public static Stream<Boolean> kinds() {
        return isInstalled() ? Stream.of(false, true) : Stream.of(false);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private RedisServer build(boolean kept) throws IOException {
        RedisServerBuilder builder = RedisServer.newRedisServer()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly " + (kept ? "yes" : "no"));
        if (folder != null) {
            builder.setting("dir " + folder);
        }
        if (installed) {
            Path executable =
                    INSTALLED.stream().filter(Files::isExecutable).findFirst().orElseThrow();
            builder.executableProvider((ExecutableProvider) () -> executable.toFile());
        }
        return builder.build();
    }

    /** Where it is, running or not. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Starts it. */
    public void start() throws IOException {
        server.start();
    }

    /** Stops it. */
    public void stop() throws IOException {
        server.stop();
    }

    /** Lets the store answer nobody for a time; what it was asked meanwhile is done after that. */
    public void pause(long millis) throws IOException {
        String command = "CLIENT PAUSE " + millis + "\r\n";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(command.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() != '+') {
                throw new IOException("the store does not pause");
            }
        }
    }

    /** Another server on the same port: the data are gone. */
    public void startEmpty() {
        startAnew(false);
    }

    /** Another server on the same port, with the data that the folder keeps. */
    public void startWithData() {
        startAnew(true);
    }

    private void startAnew(boolean kept) {
        try {
            server = build(kept);
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
