package io.faregate.router.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a changed file by looking at it twice a second. That sees what notifications miss: files swapped by a rename,
 * by the symbolic links of mounted configuration, or over a network file system. A file is taken once it has kept still
 * for one look.
 */
public final class FileWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);
    private static final long LOOK_MILLIS = 400;

    private final Path file;
    private final Runnable changed;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "config-watch");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Stamp taken;
    private @Nullable Stamp seen;

    /** A watch that looks only when told. */
    FileWatch(Path file, Runnable changed) {
        this.file = file;
        this.changed = changed;
        this.taken = stamp();
        this.seen = taken;
    }

    private record Stamp(
            FileTime modified, long bytes, @Nullable Object identity) {}

    /** Begins to look; {@code changed} runs on the watching thread. */
    public static FileWatch start(Path file, Runnable changed) {
        FileWatch watch = new FileWatch(file, changed);
        var unused = watch.looks.scheduleWithFixedDelay(watch::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return watch;
    }

    /** One look. */
    void look() {
        try {
            Stamp now = stamp();
            boolean still = now != null && now.equals(seen);
            seen = now;
            if (still && !Objects.equals(now, taken)) {
                taken = now;
                changed.run();
            }
        } catch (RuntimeException e) {
            LOG.error("the configuration's file cannot be watched", e);
        }
    }

    private @Nullable Stamp stamp() {
        try {
            var attributes = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
