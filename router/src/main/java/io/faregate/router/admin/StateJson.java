package io.faregate.router.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.Overrides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is remembered of changes, as the text that is kept on disk and shared. Stateless. */
final class StateJson {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final ObjectWriter WRITER = MAPPER.writerWithDefaultPrettyPrinter();

    private StateJson() {}

    /** Reads what {@link #write} wrote; an {@link JsonProcessingException} if it is something else. */
    static StateFile.State read(String text) throws JsonProcessingException {
        JsonNode root = MAPPER.readTree(text);
        List<Overrides.Change> changes = new ArrayList<>();
        for (JsonNode change : root.path("overrides")) {
            JsonNode file = change.path("file");
            JsonNode replaced = change.path("replaced");
            changes.add(new Overrides.Change(
                    change.path("path").asText(),
                    file.isTextual() ? file.asText() : null,
                    change.path("value").asText(),
                    replaced.isTextual() ? replaced.asText() : null));
        }
        Map<String, String> answers = new LinkedHashMap<>();
        root.path("records")
                .properties()
                .forEach(field -> answers.put(field.getKey(), field.getValue().asText()));
        return new StateFile.State(root.path("version").asLong(), new Overrides(changes), answers);
    }

    static String write(StateFile.State state) {
        ObjectNode root = MAPPER.createObjectNode().put("version", state.version());
        ArrayNode changes = root.putArray("overrides");
        for (Overrides.Change change : state.overrides().values()) {
            ObjectNode kept = changes.addObject()
                    .put("path", change.path())
                    .put("file", change.fileValue())
                    .put("value", change.value());
            if (change.replaced() != null) {
                kept.put("replaced", change.replaced());
            }
        }
        ObjectNode records = root.putObject("records");
        state.answers().forEach(records::put);
        try {
            return WRITER.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a state of ours that is no JSON", e);
        }
    }
}
