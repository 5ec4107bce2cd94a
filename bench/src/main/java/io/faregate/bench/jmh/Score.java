package io.faregate.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One benchmark's outcome. Immutable.
 *
 * @param time mean time of one operation in {@code unit}
 * @param error half of the 99.9 % interval, NaN when there were too few iterations to tell
 * @param bytes heap bytes an operation allocates, NaN when not measured
 */
record Score(double time, double error, String unit, double bytes) {
    private static final String BYTES = "gc.alloc.rate.norm";

    /** All scores of a run by {@code Class.method} and parameters. */
    static Map<String, Score> of(Collection<RunResult> results) {
        Map<String, Score> scores = new LinkedHashMap<>();
        for (RunResult result : results) {
            Map<String, String> parameters = new TreeMap<>();
            result.getParams()
                    .getParamsKeys()
                    .forEach(key -> parameters.put(key, result.getParams().getParam(key)));
            Result<?> primary = result.getPrimaryResult();
            Result<?> bytes = result.getSecondaryResults().get(BYTES);
            scores.put(
                    key(result.getParams().getBenchmark(), parameters),
                    new Score(
                            primary.getScore(),
                            primary.getScoreError(),
                            primary.getScoreUnit(),
                            bytes == null ? Double.NaN : bytes.getScore()));
        }
        return scores;
    }

    /** All scores of a JSON file of an earlier run. */
    static Map<String, Score> read(Path json) throws IOException {
        Map<String, Score> scores = new LinkedHashMap<>();
        for (JsonNode entry : new ObjectMapper().readTree(Files.readAllBytes(json))) {
            Map<String, String> parameters = new TreeMap<>();
            entry.path("params")
                    .properties()
                    .forEach(one -> parameters.put(one.getKey(), one.getValue().asText()));
            JsonNode primary = entry.path("primaryMetric");
            JsonNode bytes = entry.path("secondaryMetrics").path(BYTES).path("score");
            scores.put(
                    key(entry.path("benchmark").asText(), parameters),
                    new Score(
                            primary.path("score").asDouble(),
                            primary.path("scoreError").asDouble(Double.NaN),
                            primary.path("scoreUnit").asText(),
                            bytes.asDouble(Double.NaN)));
        }
        return scores;
    }

    /** {@code SpendBenchmark.locked} or {@code RankBenchmark.cheapest candidates=8}. */
    static String key(String benchmark, Map<String, String> parameters) {
        int method = benchmark.lastIndexOf('.');
        StringBuilder key = new StringBuilder(benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1));
        parameters.forEach(
                (name, value) -> key.append(' ').append(name).append('=').append(value));
        return key.toString();
    }
}
