package io.faregate.bench.jmh;

import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.PriceBook;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The built-in price book: loaded, and one entry looked up. {@link #main} tells the same of a JVM that has just started.
 *
 * <p>{@code scripts/bench CatalogBenchmark}; cold: {@code java -cp bench/target/faregate-bench.jar
 * io.faregate.bench.jmh.CatalogBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class CatalogBenchmark {
    private final PriceBook book = PriceBook.builtIn();

    /** Prints how long the first loading and the first look-up of a JVM take. */
    public static void main(String[] args) {
        long start = System.nanoTime();
        PriceBook loaded = PriceBook.builtIn();
        long end = System.nanoTime();
        CatalogEntry entry = loaded.find("openai", "gpt-5.4");
        long found = System.nanoTime();
        System.out.printf(
                Locale.ROOT,
                "loaded in %.1f ms, the first entry (%s) in another %.1f ms%n",
                (end - start) / 1e6,
                entry == null ? "none" : entry.key(),
                (found - end) / 1e6);
    }

    /** Loading it once more. */
    @Benchmark
    public PriceBook load() {
        return PriceBook.builtIn();
    }

    /** One entry, found and parsed. */
    @Benchmark
    public @Nullable CatalogEntry find() {
        return book.find("openai", "gpt-5.4");
    }
}
