package io.faregate.router.usage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What analytics relies on: the schema, and the golden lines that both sides test. */
final class UsageRowContractTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GOLDEN = "/io/faregate/usage-rows.v1.jsonl";

    @Test
    void rowsOfEveryEndObeyTheSchema() {
        for (byte[] line : RowSamples.lines()) {
            assertThat(schema().validate(new String(line, UTF_8), InputFormat.JSON))
                    .as(new String(line, UTF_8))
                    .isEmpty();
        }
    }

    @Test
    void schemaRefusesAForeignMemberAMissingOneAndAWrongType() {
        String line = new String(RowSamples.lines().get(0), UTF_8);
        for (String broken : List.of(
                line.replace("\"schema\":1", "\"schema\":2"),
                line.replace("\"units\":null,", ""),
                line.replace("\"units\":null,", "\"units\":null,\"prompt\":\"hi\","),
                line.replace("\"cost_usd\":0.0000049,\"charged", "\"cost_usd\":\"0.0000049\",\"charged"),
                line.replace("\"outcome\":\"served\"", "\"outcome\":\"ok\""))) {
            assertThat(broken).isNotEqualTo(line);
            assertThat(schema().validate(broken, InputFormat.JSON)).isNotEmpty();
        }
    }

    @Test
    void goldenLinesAreWrittenByteForByte() throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (byte[] line : RowSamples.lines()) {
            lines.writeBytes(line);
        }
        if (Boolean.getBoolean("faregate.golden.update")) {
            Files.write(Path.of("src/test/resources" + GOLDEN), lines.toByteArray());
        }
        try (InputStream golden = UsageRowContractTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(lines.toString(UTF_8)).isEqualTo(new String(golden.readAllBytes(), UTF_8));
        }
    }

    @Test
    void schemaNamesWhatTheEncoderNames() throws IOException {
        JsonNode definitions = schemaDocument().get("$defs");
        Set<String> inSchema = new TreeSet<>();
        for (JsonNode definition : definitions) {
            definition.get("properties").fieldNames().forEachRemaining(inSchema::add);
            assertThat(definition.get("required"))
                    .hasSize(definition.get("properties").size());
        }
        Set<String> inCode = new TreeSet<>();
        for (Field field : Field.values()) {
            inCode.add(field.name().toLowerCase(Locale.ROOT));
        }
        assertThat(inSchema).isEqualTo(inCode);
    }

    @Test
    void membersComeInTheOrderOfTheSchema() throws IOException {
        JsonNode properties = schemaDocument().get("$defs").get("call").get("properties");
        List<String> declared = new ArrayList<>();
        properties.fieldNames().forEachRemaining(declared::add);
        List<String> written = new ArrayList<>();
        JSON.readTree(RowSamples.lines().get(1)).fieldNames().forEachRemaining(written::add);
        assertThat(written).isEqualTo(declared);
    }

    @Test
    void eachRowIsOneLine() {
        for (byte[] line : RowSamples.lines()) {
            String text = new String(line, UTF_8);
            assertThat(text.lines()).hasSize(1);
            assertThat(text).endsWith("}\n").doesNotContain("\u2028", "\u2029", "\u0085");
        }
    }

    private static Schema schema() {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(resource("/io/faregate/usage-row.v1.schema.json"));
    }

    private static JsonNode schemaDocument() throws IOException {
        try (InputStream schema = resource("/io/faregate/usage-row.v1.schema.json")) {
            return JSON.readTree(schema);
        }
    }

    private static InputStream resource(String name) {
        return UsageRowContractTest.class.getResourceAsStream(name);
    }
}
