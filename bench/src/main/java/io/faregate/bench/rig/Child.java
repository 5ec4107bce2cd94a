package io.faregate.bench.rig;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A program of the product as a child process, known by its ready line and ended by its process id. Thread-safe. */
public final class Child implements AutoCloseable {
    private static final int LOG_TAIL_LINES = 20;

    private final String name;
    private final Path log;
    private final Process process;
    private final CompletableFuture<String> url = new CompletableFuture<>();

    private Child(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts {@code java LAUNCH… ARGUMENTS…}; what it prints goes to {@code DIR/NAME.log}.
     *
     * @param name the program's name in its ready line
     * @throws UncheckedIOException it cannot be started
     */
    static Child start(
            String name, Path dir, Map<String, String> environment, List<String> launch, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(launch);
        command.addAll(arguments);
        Path log = dir.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            Child child = new Child(name, log, builder.start());
            Thread reader = new Thread(child::readOutput, name + "-output");
            reader.setDaemon(true);
            reader.start();
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name, e);
        }
    }

    /**
     * Waits for the ready line.
     *
     * @return the URL it tells
     * @throws IllegalStateException the program ended or said nothing in time; the message ends with its log
     */
    public String awaitReady(int seconds) throws InterruptedException {
        try {
            return url.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(name + " did not become ready" + logTail(), e);
        }
    }

    /** Whether the process is still there. */
    public boolean alive() {
        return process.isAlive();
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Ends it without a chance to tidy up. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Ends it with SIGTERM; after ten seconds with SIGKILL. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                process.waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void readOutput() {
        String mark = name + " ready on ";
        try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                var out = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.write(line);
                out.newLine();
                out.flush();
                if (line.startsWith(mark)) {
                    url.complete(line.substring(mark.length()).strip());
                }
            }
        } catch (IOException e) {
            url.completeExceptionally(e);
        }
        url.completeExceptionally(new IOException(name + " ended"));
    }

    private String logTail() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            return ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return ", and its log " + log + " cannot be read";
        }
    }
}
