package io.faregate.router.testing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Rows kept in memory. Thread-safe. */
public final class KeptRows implements UsageSink {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final List<JsonNode> rows = new CopyOnWriteArrayList<>();

    @Override
    public void append(byte[] line, Runnable handedOver) {
        try {
            rows.add(JSON.readTree(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        handedOver.run();
    }

    /** All rows so far, in the order in which they came. */
    public List<JsonNode> all() {
        return List.copyOf(rows);
    }

    /** How many there are. */
    public int count() {
        return rows.size();
    }

    /** Forgets what has come. */
    public void clear() {
        rows.clear();
    }
}
