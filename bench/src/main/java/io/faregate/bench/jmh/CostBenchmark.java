package io.faregate.bench.jmh;

import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.Units;
import io.faregate.router.cost.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The estimate of a call and its actual cost from the reported usage, to the picodollar.
 *
 * <p>{@code scripts/bench CostBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class CostBenchmark {
    private static final BigDecimal INPUT = new BigDecimal("1.25");
    private static final BigDecimal CACHED = new BigDecimal("0.15");
    private static final BigDecimal OUTPUT = new BigDecimal("4.25");
    private static final int PER_MILLION = 6;
    private static final int PLACES = 12;

    private final Price price = Samples.price();
    private final Usage usage = Samples.usage();

    /** What ranking asks for. */
    @Benchmark
    public long estimate() {
        return CostModel.estimate(price, usage.inputTokens(), usage.outputTokens(), Samples.NOW_MILLIS);
    }

    /** The same two products in decimals. */
    @Benchmark
    @RivalOf("estimate")
    public BigDecimal estimateInDecimals() {
        return INPUT.multiply(BigDecimal.valueOf(usage.inputTokens()))
                .add(OUTPUT.multiply(BigDecimal.valueOf(usage.outputTokens())))
                .movePointLeft(PER_MILLION)
                .setScale(PLACES, RoundingMode.CEILING);
    }

    /** What settling asks for: cached part, tier, rounding once. */
    @Benchmark
    public @Nullable Long actual() {
        return CostModel.actual(price, usage, Units.NONE, Samples.NOW_MILLIS);
    }

    /** The same three products in decimals. */
    @Benchmark
    @RivalOf("actual")
    public BigDecimal actualInDecimals() {
        long fresh = usage.inputTokens() - usage.cachedInputTokens();
        return INPUT.multiply(BigDecimal.valueOf(fresh))
                .add(CACHED.multiply(BigDecimal.valueOf(usage.cachedInputTokens())))
                .add(OUTPUT.multiply(BigDecimal.valueOf(usage.outputTokens())))
                .movePointLeft(PER_MILLION)
                .setScale(PLACES, RoundingMode.HALF_UP);
    }
}
