package io.faregate.bench.jmh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.usage.UsageRow;
import io.faregate.router.usage.UsageRowEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A served call's row as a line of JSON.
 *
 * <p>{@code scripts/bench RowBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class RowBenchmark {
    private final UsageRowEncoder encoder = new UsageRowEncoder("router-1", "0.1.0");
    private final UsageRow row = Samples.row();
    private final ObjectMapper mapper = new ObjectMapper();
    private final ObjectNode tree;

    /** Reads the encoder's line once, so that both write the same members and values. */
    public RowBenchmark() {
        try {
            tree = (ObjectNode) mapper.readTree(encoder.encode(row));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The encoder with its pre-encoded parts. */
    @Benchmark
    public byte[] encode() {
        return encoder.encode(row);
    }

    /** The same line from a finished tree; building the tree is not even counted. */
    @Benchmark
    @RivalOf("encode")
    public byte[] fromTree() throws JsonProcessingException {
        return mapper.writeValueAsBytes(tree);
    }
}
