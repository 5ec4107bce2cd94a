package io.faregate.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.health.Classifier;
import io.faregate.router.health.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The class of a failed answer.
 *
 * <p>{@code scripts/bench ClassifyBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ClassifyBenchmark {
    private final ObjectMapper mapper = new ObjectMapper();
    private final byte[] body =
            ("{\"error\":{\"message\":\"Rate limit reached for muse-spark in organization org-1 on requests"
                            + " per min (RPM): Limit 30, Used 30. Please try again in 2s.\",\"type\":\"requests\",\"param\":null,"
                            + "\"code\":\"rate_limit_exceeded\"}}")
                    .getBytes(StandardCharsets.US_ASCII);

    /** The table of failures over status, headers and body. */
    @Benchmark
    public Failure classify() {
        return Classifier.classify(
                429, name -> "retry-after".equals(name) ? "2" : null, body, "openai", null, Samples.NOW_MILLIS);
    }

    /** A tree of the same body and its code; no rule is looked at. */
    @Benchmark
    @RivalOf("classify")
    public String treeAlone() throws IOException {
        JsonNode error = mapper.readTree(body).path("error");
        return error.path("code").asText();
    }
}
