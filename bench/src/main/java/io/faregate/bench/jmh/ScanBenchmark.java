package io.faregate.bench.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Surface;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ByteSlices;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A request's body on its way in and out: the facts of the decision, then the body with another model's name.
 *
 * <p>{@code scripts/bench ScanBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ScanBenchmark {
    /** Length of the body. */
    @Param({"2048", "65536", "1048576"})
    public int bytes = 2_048;

    private final ChatRequestScanner scanner = new ChatRequestScanner(0x5EEDL);
    private final ObjectMapper mapper = new ObjectMapper();
    private byte[] body = Bodies.request(2_048);

    /** Makes the body. */
    @Setup
    public void makeBody() {
        body = Bodies.request(bytes);
    }

    /** One pass for the facts. */
    @Benchmark
    public RouteRequest scan() throws BadRequest {
        return scanner.scan(body, Surface.CHAT, false).facts();
    }

    /** The whole body as a tree; reading the facts from it is not even counted. */
    @Benchmark
    @RivalOf("scan")
    public JsonNode tree() throws IOException {
        return mapper.readTree(body);
    }

    /** One pass, then the upstream's body as ranges of the client's. */
    @Benchmark
    public ByteSlices scanAndSplice() throws BadRequest {
        ChatRequest request = scanner.scan(body, Surface.CHAT, false);
        return request.splice("muse-spark-1.1", ChatRequest.NO_MAXIMUM, ChatRequest.StreamUsage.AS_SENT);
    }

    /** A tree in, a member set, and a tree out. */
    @Benchmark
    @RivalOf("scanAndSplice")
    public byte[] treeInAndOut() throws IOException {
        ObjectNode tree = (ObjectNode) mapper.readTree(body);
        tree.put("model", "muse-spark-1.1");
        return mapper.writeValueAsBytes(tree);
    }
}
