package io.faregate.analytics.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.faregate.analytics.row.UtcTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bad lines as a file beside the database, for whoever looks with a text tool: one JSON object a line with the time,
 * the source, the position in it, the reason, and the line's beginning. The table is the record; this copy stops
 * growing at its limit and never stops a load. For the writing thread.
 */
final class RejectedFile {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedFile.class);
    private static final long LIMIT_BYTES = 64L << 20;
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;

    RejectedFile(Path database) {
        this.file = database.resolveSibling("rejected-rows.jsonl");
    }

    void append(List<BadLine> lines, long nowMicros) {
        try {
            if (Files.exists(file) && Files.size(file) >= LIMIT_BYTES) {
                return;
            }
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            for (BadLine line : lines) {
                write(text, line, nowMicros);
                text.write('\n');
            }
            Files.write(file, text.toByteArray(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.warn("cannot write {}: {}", file, e.getMessage());
        }
    }

    private static void write(ByteArrayOutputStream out, BadLine line, long nowMicros) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(object)) {
            json.writeStartObject();
            json.writeStringField("seen_at", UtcTime.print(nowMicros));
            json.writeStringField("source", line.source());
            json.writeNumberField("position", line.position());
            json.writeStringField("reason", line.reason());
            json.writeStringField("line", line.text());
            json.writeEndObject();
        }
        out.write(object.toString(UTF_8).getBytes(UTF_8));
    }
}
