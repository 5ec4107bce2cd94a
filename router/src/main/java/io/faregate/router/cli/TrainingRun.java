package io.faregate.router.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What every {@code train} verb does around its requests: a folder that is removed, and an end that surely comes. */
public final class TrainingRun {
    private static final long MOST_SECONDS = 120;

    private TrainingRun() {}

    /** Starts a service on a folder, asks it, and stops it. */
    public interface Work {
        void in(Path folder) throws Exception;
    }

    /** Runs the work in a new folder. A process that hangs is ended with exit code 1 after two minutes. */
    public static void of(Work work) throws Exception {
        Thread watch = haltLater();
        Path folder = Files.createTempDirectory("faregate-train-");
        try {
            work.in(folder);
        } finally {
            delete(folder);
            watch.interrupt();
        }
    }

    /** Whoever trains in the background must never be left with a process that hangs. */
    private static Thread haltLater() {
        Thread watch = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(MOST_SECONDS);
                        Runtime.getRuntime().halt(1);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> files = Files.walk(folder)) {
            inside = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : inside) {
            Files.delete(file);
        }
    }
}
