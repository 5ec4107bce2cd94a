package io.faregate.router.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Another program of the product, started beside this one. It ends when this process does, however that ends: it holds
 * the other end of a pipe. Thread-safe.
 */
final class Companion {
    private static final long PATIENCE_SECONDS = 15;

    private final String name;
    private final Process process;
    private volatile boolean asked;

    Companion(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Starts a jar of the product.
     *
     * @param module whose jar it is
     * @param variables added to the environment
     * @param line told each line of its standard output
     */
    static Companion start(
            String module, String heap, List<String> arguments, Map<String, String> variables, Consumer<String> line)
            throws StartException {
        Path home = Path.of(System.getProperty("faregate.home", "")).toAbsolutePath();
        Path jar = home.resolve(module).resolve("target").resolve("faregate-" + module + ".jar");
        if (!Files.exists(jar)) {
            throw new StartException("There is no " + jar + "; build it first, or use scripts/run.");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx" + heap,
                "-Dfaregate.home=" + home));
        command.addAll(archive(jar));
        command.add("-jar");
        command.add(jar.toString());
        command.addAll(arguments);
        command.add("--exit-on-stdin-eof");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            Thread reader = new Thread(() -> read(process, line), module + "-output");
            reader.setDaemon(true);
            reader.start();
            return new Companion(module, process);
        } catch (IOException e) {
            throw new StartException("The " + module + " program cannot be started: " + e.getMessage());
        }
    }

    /** The options for the archive of classes that {@code scripts/lib/common.sh} has made of a jar, if there is one. */
    private static List<String> archive(Path jar) {
        boolean cache = Runtime.version().feature() >= 25;
        String name = jar.getFileName().toString().replace(".jar", "");
        Path archive = jar.resolveSibling(name + "-" + System.getProperty("java.version") + (cache ? ".aot" : ".jsa"));
        if (archive.toFile().length() == 0) {
            return List.of();
        }
        return cache
                ? List.of("-XX:AOTCache=" + archive, "-Xlog:aot=off", "-Xlog:cds=off")
                : List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off");
    }

    private static void read(Process process, Consumer<String> line) {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String each;
            while ((each = out.readLine()) != null) {
                line.accept(each);
            }
        } catch (IOException e) {
            line.accept("");
        }
    }

    /** Tells when it has ended, and whether that was wanted. */
    void onEnd(Consumer<End> ended) {
        var unused = process.onExit().thenAccept(done -> ended.accept(new End(name, done.exitValue(), asked)));
    }

    /**
     * How it ended.
     *
     * @param asked whether this process asked it to, or is about to
     */
    record End(String name, int status, boolean asked) {
        /** Asked by whomever, it ends with 0: a signal that reaches every process of a terminal is no fault of one. */
        boolean wanted() {
            return asked || status == 0;
        }

        String words() {
            return name + " ended with " + status;
        }
    }

    /** From now on its end is wanted. */
    void expectEnd() {
        asked = true;
    }

    /** Asks it to end and waits; ends it by force when it does not. Blocks. */
    void stop() {
        expectEnd();
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
