package io.faregate.bench.jmh;

import io.faregate.router.sink.JsonlUsageSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long it takes until the operating system has a row of 1,300 bytes, by the three ways that were weighed.
 *
 * <p>{@code scripts/bench HandOverBenchmark}
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up before the first call
public class HandOverBenchmark {
    private static final int MAPPED_BYTES = 1 << 26;

    private final byte[] line = new byte[1_300];
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(line.length);
    private Path directory;
    private JsonlUsageSink sink;
    private FileChannel file;
    private MappedByteBuffer mapped;
    private volatile boolean handedOver;

    /** Opens a file for each way. */
    @Setup
    public void open() throws IOException {
        Arrays.fill(line, (byte) 'x');
        line[line.length - 1] = '\n';
        directory = Files.createTempDirectory("faregate-rows");
        sink = JsonlUsageSink.start(directory, "bench", System::currentTimeMillis, row -> {});
        file = FileChannel.open(directory.resolve("own"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (FileChannel segment = FileChannel.open(
                directory.resolve("segment"),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            mapped = segment.map(FileChannel.MapMode.READ_WRITE, 0, MAPPED_BYTES);
        }
    }

    /** Takes the files away again. */
    @TearDown
    public void close() throws IOException {
        sink.close();
        file.close();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        }
    }

    /** The sink: to the writing thread and back, one row at a time. */
    @Benchmark
    public void groupCommit() {
        handedOver = false;
        sink.append(line, () -> handedOver = true);
        while (!handedOver) {
            Thread.onSpinWait();
        }
    }

    /** The event loop writes by itself. */
    @Benchmark
    @RivalOf("groupCommit")
    public void inlineAppend() throws IOException {
        buffer.clear().put(line).flip();
        file.write(buffer);
    }

    /** The event loop copies into a mapped file. */
    @Benchmark
    @RivalOf("groupCommit")
    public void mappedSegment() {
        if (mapped.remaining() < line.length) {
            mapped.clear();
        }
        mapped.put(line);
    }
}
