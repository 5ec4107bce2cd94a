package io.faregate.router.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.faregate.router.config.Overrides;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The administrator's changes on disk, replaced whole, so that a crash leaves the old ones or the new. Blocks. */
final class StateFile {
    private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);

    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]");

    private final Path path;

    StateFile(Path path) {
        this.path = path;
    }

    /**
     * What is remembered.
     *
     * @param version counts changes, 0 before the first
     * @param answers to changes by their record id
     */
    record State(long version, Overrides overrides, Map<String, String> answers) {
        static final State NONE = new State(0, Overrides.NONE, Map.of());
    }

    State read() {
        if (!Files.exists(path)) {
            return State.NONE;
        }
        try {
            return StateJson.read(Files.readString(path));
        } catch (JsonProcessingException e) {
            LOG.error(
                    "{}: line {}, column {}: found {}, expected the JSON of changes made while running; they are lost",
                    path,
                    e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                    e.getLocation() == null ? 0 : e.getLocation().getColumnNr(),
                    found(e));
            return State.NONE;
        } catch (IOException e) {
            LOG.error(
                    "the state file {} cannot be read, so changes made while running are lost: {}", path, e.toString());
            return State.NONE;
        }
    }

    /** The parser's first sentence: the others tell where, which it calls a source that it does not show. */
    private static String found(JsonProcessingException fault) {
        String told = SOURCE.matcher(fault.getOriginalMessage()).replaceAll("line $1, column $2");
        int end = told.indexOf('\n');
        return end < 0 ? told : told.substring(0, end);
    }

    void write(State state) {
        try {
            Files.createDirectories(path.getParent());
            Path fresh = path.resolveSibling(path.getFileName() + ".new");
            Files.writeString(fresh, StateJson.write(state));
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the change cannot be kept: " + path + ": " + e.getMessage(), e);
        }
    }
}
