package io.faregate.router.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.Overrides;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The administrator's changes on disk, replaced whole, so that a crash leaves the old ones or the new. Blocks. */
final class StateFile {
    private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Path path;

    StateFile(Path path) {
        this.path = path;
    }

    /** What is remembered: the overrides, and the answers to changes by their record id. */
    record State(Overrides overrides, Map<String, String> answers) {}

    State read() {
        if (!Files.exists(path)) {
            return new State(Overrides.NONE, Map.of());
        }
        try {
            JsonNode root = MAPPER.readTree(Files.readAllBytes(path));
            List<Overrides.Change> changes = new ArrayList<>();
            for (JsonNode change : root.path("overrides")) {
                JsonNode file = change.path("file");
                changes.add(new Overrides.Change(
                        change.path("path").asText(),
                        file.isTextual() ? file.asText() : null,
                        change.path("value").asText()));
            }
            Map<String, String> answers = new LinkedHashMap<>();
            root.path("records")
                    .properties()
                    .forEach(field ->
                            answers.put(field.getKey(), field.getValue().asText()));
            return new State(new Overrides(changes), answers);
        } catch (IOException e) {
            LOG.error(
                    "the state file {} cannot be read, so changes made while running are lost: {}", path, e.toString());
            return new State(Overrides.NONE, Map.of());
        }
    }

    void write(State state) {
        ObjectNode root = MAPPER.createObjectNode();
        ArrayNode changes = root.putArray("overrides");
        for (Overrides.Change change : state.overrides().values()) {
            changes.addObject()
                    .put("path", change.path())
                    .put("file", change.fileValue())
                    .put("value", change.value());
        }
        ObjectNode records = root.putObject("records");
        state.answers().forEach(records::put);
        try {
            Files.createDirectories(path.getParent());
            Path fresh = path.resolveSibling(path.getFileName() + ".new");
            Files.write(fresh, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
            try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the change cannot be kept: " + path + ": " + e.getMessage(), e);
        }
    }
}
