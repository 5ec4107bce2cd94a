package io.faregate.bench.jmh;

import io.faregate.router.canary.Arm;
import io.faregate.router.canary.CanarySplit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The arm of a task by the documented hash.
 *
 * <p>{@code scripts/bench SplitBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class SplitBenchmark {
    private static final String EXPERIMENT = "2026-w48";
    private static final BigDecimal PERCENT = new BigDecimal("5");
    private static final BigDecimal POSITIONS = new BigDecimal(BigInteger.ONE.shiftLeft(64));

    private final CanarySplit split = new CanarySplit(EXPERIMENT, PERCENT);
    private final String taskId = "task-20261129-000187";

    /** The split with its precomputed bound and salt. */
    @Benchmark
    public Arm arm() {
        return split.arm(taskId);
    }

    /** The same rule as it reads: digest of the whole text, scaled to a percentage, compared. */
    @Benchmark
    @RivalOf("arm")
    public boolean armAsItReads() throws NoSuchAlgorithmException {
        byte[] text = (EXPERIMENT + "\0" + taskId).getBytes(StandardCharsets.UTF_8);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
        BigInteger position = new BigInteger(1, Arrays.copyOf(hash, Long.BYTES));
        return new BigDecimal(position).multiply(BigDecimal.valueOf(100)).compareTo(PERCENT.multiply(POSITIONS)) < 0;
    }
}
