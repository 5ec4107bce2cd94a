package io.faregate.bench.rig;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The row files added up line by line in decimals: the second way, which shares no code with analytics or the router.
 * Immutable once read.
 */
public final class RowSums {
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Map<String, BigDecimal> costByModel = new TreeMap<>();
    private final Map<String, BigDecimal> costByArm = new TreeMap<>();
    private final Map<String, Set<String>> tasksByArm = new TreeMap<>();
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final Set<String> requestIds = new HashSet<>();
    private BigDecimal cost = BigDecimal.ZERO;
    private BigDecimal charged = BigDecimal.ZERO;
    private BigDecimal dayTotal = BigDecimal.ZERO;
    private BigDecimal lastDayTotal = BigDecimal.ZERO;
    private String lastEnd = "";
    private long calls;
    private long unpriced;

    private RowSums() {}

    /** Reads every {@code usage-*.jsonl} at or below {@code dir}; a last line that was cut off is left out. */
    public static RowSums read(Path dir) {
        RowSums sums = new RowSums();
        try (Stream<Path> files = Files.walk(dir)) {
            List<Path> rows = files.filter(RowSums::isRowFile).sorted().toList();
            for (Path file : rows) {
                try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        sums.add(line);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read rows below " + dir, e);
        }
        return sums;
    }

    private static boolean isRowFile(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith("usage-") && name.endsWith(".jsonl");
    }

    private void add(String line) throws IOException {
        JsonNode row;
        try {
            row = JSON.readTree(line);
        } catch (com.fasterxml.jackson.core.JsonProcessingException cutOff) {
            return;
        }
        if (!row.path("type").asText().equals("call")) {
            return;
        }
        calls++;
        requestIds.add(row.path("request_id").asText());
        outcomes.merge(row.path("outcome").asText(), 1L, Long::sum);
        charged = charged.add(row.path("charged_usd").decimalValue());
        if (row.path("day_total_usd").isNumber()) {
            BigDecimal told = row.path("day_total_usd").decimalValue();
            dayTotal = dayTotal.max(told);
            String end = row.path("ended_at").asText();
            if (end.compareTo(lastEnd) >= 0) {
                lastEnd = end;
                lastDayTotal = told;
            }
        }
        if (row.path("cost_usd").isNumber()) {
            cost = cost.add(row.path("cost_usd").decimalValue());
        } else {
            unpriced++;
        }
        for (JsonNode attempt : row.path("attempts")) {
            if (attempt.path("cost_usd").isNumber()) {
                costByModel.merge(
                        attempt.path("model").asText(), attempt.path("cost_usd").decimalValue(), BigDecimal::add);
            }
        }
        if (row.path("arm").isTextual()) {
            String arm = row.path("arm").asText();
            tasksByArm
                    .computeIfAbsent(arm, first -> new HashSet<>())
                    .add(row.path("task_id").asText());
            if (row.path("cost_usd").isNumber()) {
                costByArm.merge(arm, row.path("cost_usd").decimalValue(), BigDecimal::add);
            }
        }
    }

    /** Rows of type call. */
    public long calls() {
        return calls;
    }

    /** Rows whose cost is unknown. */
    public long unpriced() {
        return unpriced;
    }

    /** Sum of {@code cost_usd} in dollars. */
    public BigDecimal cost() {
        return cost;
    }

    /** Sum of {@code charged_usd} in dollars. */
    public BigDecimal charged() {
        return charged;
    }

    /** The highest day total that a row tells: the last one told at rest. */
    public BigDecimal dayTotal() {
        return dayTotal;
    }

    /** The day total in the row of the call that ended last. */
    public BigDecimal lastDayTotal() {
        return lastDayTotal;
    }

    /** Rows by outcome. */
    public long outcomes(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** Every request id that has a row. */
    public Set<String> requestIds() {
        return requestIds;
    }

    /** Sum of the attempts' {@code cost_usd} in dollars by the model that was called. */
    public Map<String, BigDecimal> costByModel() {
        return costByModel;
    }

    /** Sum of {@code cost_usd} over the calls of one arm. */
    public BigDecimal costOfArm(String arm) {
        return costByArm.getOrDefault(arm, BigDecimal.ZERO);
    }

    /** Distinct task ids among the calls of one arm. */
    public int tasksOfArm(String arm) {
        return tasksByArm.getOrDefault(arm, Set.of()).size();
    }
}
