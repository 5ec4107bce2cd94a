package io.faregate.analytics.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings in force: those of the start, and what the file says since. A faulty file changes nothing, and what only
 * a restart can change stays. Thread-safe; reading the file blocks, {@link #now} does not.
 */
public final class Settings {
    private static final Logger LOG = LoggerFactory.getLogger(Settings.class);

    private final ConfigReader reader;
    private final @Nullable Path file;
    private volatile AnalyticsConfig now;
    private volatile long refused;
    private @Nullable Stamp taken;
    private @Nullable Stamp seen;

    /** Tells whether a file is another; the identity also changes when a mounted folder swaps its symbolic links. */
    private record Stamp(
            FileTime modified, long bytes, @Nullable Object identity) {}

    private Settings(ConfigReader reader, @Nullable Path file, @Nullable Stamp stamp, AnalyticsConfig first) {
        this.reader = reader;
        this.file = file;
        this.now = first;
        this.taken = stamp;
        this.seen = stamp;
    }

    /**
     * Reads a file, to be followed from then on; without one, the defaults.
     *
     * @throws ConfigFaults with all that is wrong
     */
    public static Settings open(ConfigReader reader, @Nullable Path file) throws ConfigFaults {
        // Before it is read: what is changed while it is read then looks like another file.
        Stamp stamp = stamp(file);
        return new Settings(reader, file, stamp, reader.read(file));
    }

    /** Settings that stay. */
    public static Settings fixed(AnalyticsConfig config) {
        return new Settings(new ConfigReader(variable -> null), null, null, config);
    }

    /** What is in force. */
    public AnalyticsConfig now() {
        return now;
    }

    /** Files refused since the start. */
    public long refused() {
        return refused;
    }

    /** One look at the file: a changed one is taken once it has kept still from one look to the next. */
    public synchronized void look() {
        Stamp found = stamp(file);
        boolean still = found != null && found.equals(seen);
        seen = found;
        if (still && !Objects.equals(found, taken)) {
            reload();
        }
    }

    /** Reads the file again; gives whether it is in force. */
    public synchronized boolean reload() {
        if (file == null) {
            return false;
        }
        taken = stamp(file);
        seen = taken;
        try {
            AnalyticsConfig read = reader.read(file);
            List<String> waiting = waiting(now, read);
            now = now.with(read);
            LOG.info("{} is in force", file);
            waiting.forEach(what -> LOG.warn("{}: {} needs a restart; until then it stays as it was", file, what));
            return true;
        } catch (ConfigFaults e) {
            refused++;
            LOG.error("{} is refused, what was in force stays:\n{}", file, e.getMessage());
            return false;
        }
    }

    /** What the file has changed and only a restart takes up. */
    static List<String> waiting(AnalyticsConfig before, AnalyticsConfig read) {
        List<String> waiting = new ArrayList<>();
        differs(waiting, "analytics.host", before.host(), read.host());
        differs(waiting, "analytics.port", before.port(), read.port());
        differs(waiting, "analytics.database", before.database(), read.database());
        differs(waiting, "usage.dir", before.usageDir(), read.usageDir());
        differs(waiting, "the admin key", before.adminKey(), read.adminKey());
        differs(
                waiting,
                "budgets.time_zone",
                before.budgets().zone(),
                read.budgets().zone());
        if (read.namedRouters() == null) {
            differs(waiting, "the router's address (server.host, server.port)", before.ownRouters(), read.ownRouters());
        }
        return waiting;
    }

    private static void differs(List<String> waiting, String what, @Nullable Object before, @Nullable Object read) {
        if (!Objects.equals(before, read)) {
            waiting.add(what);
        }
    }

    private static @Nullable Stamp stamp(@Nullable Path file) {
        if (file == null) {
            return null;
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (IOException e) {
            return null;
        }
    }
}
