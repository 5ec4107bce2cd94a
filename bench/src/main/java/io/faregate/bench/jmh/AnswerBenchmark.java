package io.faregate.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.cost.Usage;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.AnswerScanner;
import io.faregate.router.wire.UsageReader;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The usage in a plain answer.
 *
 * <p>{@code scripts/bench AnswerBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class AnswerBenchmark {
    private final AnswerScanner scanner = new AnswerScanner(new UsageReader(false));
    private final ObjectMapper mapper = new ObjectMapper();
    private final byte[] answer = Bodies.answer();

    /** One pass that also finds the places to edit. */
    @Benchmark
    public @Nullable Usage usage() {
        return scanner.scan(answer, Surface.CHAT).usage();
    }

    /** The usual way: a tree, then its members. */
    @Benchmark
    @RivalOf("usage")
    public Usage usageFromTree() throws IOException {
        JsonNode usage = mapper.readTree(answer).path("usage");
        return Usage.of(
                usage.path("prompt_tokens").asLong(),
                usage.path("completion_tokens").asLong());
    }
}
