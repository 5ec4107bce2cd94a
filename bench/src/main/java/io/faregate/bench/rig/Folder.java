package io.faregate.bench.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a run writes: a folder that was told and is kept, or one of its own that is removed. Immutable. */
public final class Folder {
    private final Path path;
    private final boolean own;

    private Folder(Path path, boolean own) {
        this.path = path;
        this.own = own;
    }

    /**
     * A folder for a run.
     *
     * @param told an empty or new one to keep, or null for one of the run's own
     * @throws IllegalStateException the told folder has something in it: rows of an earlier run would be counted again
     */
    public static Folder of(@Nullable Path told) {
        try {
            if (told == null) {
                return new Folder(Files.createTempDirectory("faregate-"), true);
            }
            Files.createDirectories(told);
            try (Stream<Path> content = Files.list(told)) {
                if (content.findAny().isPresent()) {
                    throw new IllegalStateException(told + " is not empty");
                }
            }
            return new Folder(told, false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for the run", e);
        }
    }

    /** Its path. */
    public Path path() {
        return path;
    }

    /** Removes it if it is the run's own. */
    void leave() {
        if (!own) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            System.err.println(path + " could not be removed: " + e.getMessage());
        }
    }
}
