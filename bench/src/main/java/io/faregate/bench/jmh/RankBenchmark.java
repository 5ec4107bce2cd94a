package io.faregate.bench.jmh;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.cost.CostModel;
import io.faregate.router.rank.CostRanking;
import io.faregate.router.rank.RankScratch;
import io.faregate.router.rank.RankingTable;
import io.faregate.router.route.RouteRequest;
import java.util.Comparator;
import java.util.List;
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
 * The order by estimated cost: its head alone, as a request needs it, and the whole of it, as if all but the last
 * failed.
 *
 * <p>{@code scripts/bench RankBenchmark}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class RankBenchmark {
    /** How many there are to choose from. */
    @Param({"3", "8", "32", "128"})
    public int candidates = 8;

    private final CostRanking ranking = new CostRanking(CostRanking.Unpriced.FALLBACK);
    private final RankScratch scratch = new RankScratch();
    private final RouteRequest request = Samples.request();
    private List<Candidate> all = Samples.candidates(8);
    private RankingTable table = RankingTable.of(all, Samples.NOW_MILLIS);
    private long random = 1;

    /** Makes the candidates. */
    @Setup
    public void makeCandidates() {
        all = Samples.candidates(candidates);
        table = RankingTable.of(all, Samples.NOW_MILLIS);
    }

    /** The cheapest. */
    @Benchmark
    public int cheapest() {
        begin();
        return scratch.next(ranking);
    }

    /** The cheapest of a stream over objects. */
    @Benchmark
    @RivalOf("cheapest")
    public Candidate cheapestOfAStream() {
        return all.stream()
                .filter(this::suits)
                .min(Comparator.comparing(this::estimate))
                .orElseThrow();
    }

    /** All of them, one after the other. */
    @Benchmark
    public int wholeOrder() {
        begin();
        int last = -1;
        for (int next = scratch.next(ranking); next >= 0; next = scratch.next(ranking)) {
            last = next;
        }
        return last;
    }

    /** All of them, sorted by a stream over objects. */
    @Benchmark
    @RivalOf("wholeOrder")
    public List<Candidate> sortedStream() {
        return all.stream()
                .filter(this::suits)
                .sorted(Comparator.comparing(this::estimate))
                .toList();
    }

    private void begin() {
        scratch.begin(table, request.estimatedInputTokens(), request.askedOutputTokens(), 0, random++);
    }

    private boolean suits(Candidate candidate) {
        return (request.needs() & ~candidate.capabilities()) == 0
                && request.estimatedInputTokens() + request.askedOutputTokens() <= candidate.maxContextTokens();
    }

    private long estimate(Candidate candidate) {
        Price price = candidate.price();
        return price == null
                ? Long.MAX_VALUE
                : CostModel.estimate(
                        price, request.estimatedInputTokens(), request.askedOutputTokens(), Samples.NOW_MILLIS);
    }
}
