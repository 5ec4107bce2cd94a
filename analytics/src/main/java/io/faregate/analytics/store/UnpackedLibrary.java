package io.faregate.analytics.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The 72 MB library that DuckDB's driver unpacks into the temporary folder at every start. Where the system tells what
 * is mapped (Linux), the file is removed as soon as it is: the mapping stays, and no end of the process, a kill
 * included, leaves the file behind. Elsewhere the driver's own clean-up stands. Stateless.
 */
final class UnpackedLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(UnpackedLibrary.class);
    private static final Path MAPPED = Path.of("/proc/self/maps");
    private static final String NAME = "libduckdb_java";

    private UnpackedLibrary() {}

    /** Removes the unpacked files that this process has mapped. */
    static void remove() {
        if (!Files.isReadable(MAPPED)) {
            return;
        }
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
            Set<Path> files = new LinkedHashSet<>();
            for (String line : Files.readAllLines(MAPPED)) {
                int at = line.indexOf('/');
                if (at >= 0 && line.endsWith(".so")) {
                    files.add(Path.of(line.substring(at)));
                }
            }
            for (Path file : files) {
                if (temporary.equals(file.getParent())
                        && String.valueOf(file.getFileName()).startsWith(NAME)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            LOG.debug("the unpacked library stays: {}", e.getMessage());
        }
    }
}
