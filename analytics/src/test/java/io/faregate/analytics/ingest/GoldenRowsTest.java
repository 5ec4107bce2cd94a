package io.faregate.analytics.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.CallJson;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.query.TaskQuery;
import io.faregate.analytics.row.Field;
import io.faregate.analytics.row.RowType;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.testing.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The router's published schema and golden lines, read by analytics. */
class GoldenRowsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void everyGoldenCallComesBackAsItWas() throws IOException {
        List<String> lines = text("/io/faregate/usage-rows.v1.jsonl").lines().toList();
        try (Store store = new Store(folder)) {
            assertThat(store.add(lines.toArray())).isEqualTo(new LoadResult(lines.size(), 0, 0));
            int calls = 0;
            for (String line : lines) {
                JsonNode row = Json.parse(line);
                if (!row.path("type").asText().equals("call")) {
                    continue;
                }
                calls++;
                String task = row.path("task_id").asText();
                List<ObjectNode> found = store.warehouse().read(c -> TaskQuery.calls(c, task, CallJson::of));
                assertThat(found).extracting(Json::print).contains(Json.print(ordered(row)));
            }
            assertThat(calls).isPositive();
        }
    }

    @Test
    void hasAFieldForEveryPropertyOfTheSchema() throws IOException {
        JsonNode definitions = new ObjectMapper()
                .readTree(text("/io/faregate/usage-row.v1.schema.json"))
                .path("$defs");
        for (RowType type : RowType.values()) {
            Set<String> properties = new TreeSet<>();
            definitions
                    .path(type.name().toLowerCase(Locale.ROOT))
                    .path("properties")
                    .fieldNames()
                    .forEachRemaining(properties::add);
            properties.remove("type");
            Set<String> fields = new TreeSet<>();
            Field.of(type).forEach(f -> fields.add(f.jsonName()));
            assertThat(fields).as(type.name()).containsAll(properties);
        }
    }

    /** The row with its members in the order of the answer; nothing is lost or changed. */
    private static ObjectNode ordered(JsonNode row) {
        ObjectNode ordered = Json.object();
        ordered.set("type", row.path("type"));
        List<String> names = new ArrayList<>();
        Field.of(RowType.CALL).forEach(f -> names.add(f.jsonName()));
        names.forEach(name -> ordered.set(name, row.path(name)));
        assertThat(ordered.size()).isEqualTo(row.size());
        return ordered;
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = requireNonNull(GoldenRowsTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
