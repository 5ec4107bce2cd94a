package io.faregate.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.router.wire.ChunkScanner;
import io.faregate.router.wire.SseScanner;
import io.faregate.router.wire.UsageReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One chunk of a stream: cut out of the bytes, and looked into for content, finish and usage. An operation is a chunk.
 *
 * <p>{@code scripts/bench SseBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class SseBenchmark {
    static final int CHUNKS = 10;
    private static final int MOST_BYTES = 1 << 20;

    private final byte[] stream = Bodies.stream();
    private final ObjectMapper mapper = new ObjectMapper();
    private final SseScanner events = new SseScanner(MOST_BYTES);
    private final ChunkScanner chunks = new ChunkScanner(new UsageReader(false));
    private final Look look = new Look(chunks);

    /** Events cut at byte level, each chunk scanned where it lies. */
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    public int scan() throws SseScanner.EventTooLong {
        look.carrying = 0;
        events.feed(stream, 0, stream.length, look);
        return look.carrying;
    }

    /** The usual way: text, lines, a tree for each chunk. */
    @Benchmark
    @OperationsPerInvocation(CHUNKS)
    @RivalOf("scan")
    public int linesAndTrees() throws IOException {
        int carrying = 0;
        for (String line : new String(stream, StandardCharsets.UTF_8).split("\n")) {
            if (line.startsWith("data: ")) {
                JsonNode chunk = mapper.readTree(line.substring("data: ".length()));
                carrying += chunk.path("choices").path(0).path("delta").has("content") ? 1 : 0;
            }
        }
        return carrying;
    }

    private static final class Look implements SseScanner.Listener {
        private final ChunkScanner chunks;
        private int carrying;

        Look(ChunkScanner chunks) {
            this.chunks = chunks;
        }

        @Override
        public void onEvent(String name, byte[] bytes, int offset, int length) {
            carrying += chunks.scan(name, bytes, offset, length).carriesSomething() ? 1 : 0;
        }

        @Override
        public void onComment() {
            carrying += 0;
        }
    }
}
