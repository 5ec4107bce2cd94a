package io.faregate.router.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrainCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    @Test
    void servesBothKindsAndFailsOver() throws Exception {
        new TrainCommand(Map.of(), "test").train(folder);

        Map<String, Integer> outcomes = new TreeMap<>();
        for (String line : rows()) {
            JsonNode row = JSON.readTree(line);
            if (row.path("type").asText().equals("call")) {
                String key = row.path("status").asText() + (row.path("stream").asBoolean() ? " stream" : " plain");
                outcomes.merge(key, 1, Integer::sum);
            }
        }
        assertEquals(Map.of("200 plain", 36, "200 stream", 36, "404 plain", 12, "404 stream", 12), outcomes);
        assertTrue(rows().stream().anyMatch(line -> line.contains("\"status\":503")), "nothing failed over");
    }

    private List<String> rows() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path file = files.filter(path -> path.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(file);
        }
    }
}
