package io.faregate.router.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far each row file was pushed, kept in a file beside them: a line each, the offset and the name.
 * For one thread.
 */
final class PushPositions {
    private static final String NAME = "pushed-rows";

    private final Path file;
    private final Map<String, Long> offsets = new TreeMap<>();

    /**
     * Those of a directory; a file that is damaged or not there means that nothing was pushed,
     * which may be repeated.
     */
    PushPositions(Path directory) throws IOException {
        this.file = directory.resolve(NAME);
        try {
            for (String line : Files.readAllLines(file)) {
                int space = line.indexOf(' ');
                if (space > 0 && line.substring(0, space).matches("\\d{1,18}")) {
                    offsets.put(line.substring(space + 1), Long.parseLong(line.substring(0, space)));
                }
            }
        } catch (NoSuchFileException e) {
            offsets.clear();
        }
    }

    /** Where to go on; 0 for a file that has become shorter, since it is another one then. */
    long of(Path rows, long size) {
        long offset = offsets.getOrDefault(rows.getFileName().toString(), 0L);
        return offset > size ? 0 : offset;
    }

    /** Keeps how far a file was pushed; names that are no more are forgotten. */
    void keep(Path rows, long offset, Iterable<Path> present) throws IOException {
        offsets.put(rows.getFileName().toString(), offset);
        Map<String, Long> known = new TreeMap<>();
        for (Path each : present) {
            Long reached = offsets.get(each.getFileName().toString());
            if (reached != null) {
                known.put(each.getFileName().toString(), reached);
            }
        }
        offsets.keySet().retainAll(known.keySet());
        StringBuilder text = new StringBuilder();
        known.forEach(
                (name, reached) -> text.append(reached).append(' ').append(name).append('\n'));
        Path next = file.resolveSibling(NAME + ".next");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
