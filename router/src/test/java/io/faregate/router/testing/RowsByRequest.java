package io.faregate.router.testing;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Rows kept in memory until they are taken, found by the id of their request. Thread-safe. */
public final class RowsByRequest implements UsageSink {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Map<String, List<JsonNode>> rows = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public void append(byte[] line, Runnable handedOver) {
        try {
            JsonNode row = JSON.readTree(line);
            rows.computeIfAbsent(row.path("request_id").asText(), id -> new CopyOnWriteArrayList<>())
                    .add(row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        count.incrementAndGet();
        handedOver.run();
    }

    /** Waits for the row of a request, and forgets it. */
    public JsonNode take(String requestId) {
        Await.until("the row of " + requestId, () -> rows.containsKey(requestId));
        List<JsonNode> found = Objects.requireNonNullElse(rows.remove(requestId), List.of());
        if (found.size() != 1) {
            throw new AssertionError(requestId + " has " + found.size() + " rows");
        }
        return found.get(0);
    }

    /** How many have come, taken or not. */
    public int count() {
        return count.get();
    }
}
