package io.faregate.router.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The router in a process of its own, on a free port, with its data in the given folder. */
final class RouterProcess implements AutoCloseable {
    private static final String READY = "router ready on ";

    private final Process process;
    private final String url;

    RouterProcess(Path folder, String configuration, Map<String, String> environment) throws IOException {
        Path file = folder.resolve("faregate.yaml");
        Files.writeString(file, configuration);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.faregate.router.Faregate",
                "router",
                "--config",
                file.toString());
        builder.environment().putAll(environment);
        builder.environment().put("FAREGATE_ROUTER_PORT", "0");
        builder.environment().put("FAREGATE_DATA_DIR", folder.toString());
        builder.redirectError(folder.resolve("router.log").toFile());
        process = builder.start();
        url = readyUrl(folder);
    }

    String url() {
        return url;
    }

    int port() {
        return URI.create(url).getPort();
    }

    /** Asks it to stop, as SIGTERM does, and waits for the end; the exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the router did not end after SIGTERM");
        }
        return process.exitValue();
    }

    /** Ends it as kill -9 does, and waits for the end. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the router did not end after SIGKILL");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private String readyUrl(Path folder) throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(READY)) {
                return line.substring(READY.length());
            }
        }
        throw new IllegalStateException(
                "the router ended before it was ready:\n" + Files.readString(folder.resolve("router.log")));
    }
}
