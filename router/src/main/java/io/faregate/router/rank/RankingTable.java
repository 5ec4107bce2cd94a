package io.faregate.router.rank;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Reach;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.TokenRates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ranking reads of a route's candidates, as arrays of numbers. Immutable once made; published behind one
 * reference.
 *
 * <p>Key slots of one model at one target are one group: they cost the same and share a weight. Rates are kept per
 * token, the price's factor applied, as whole picodollars and 10^-12 parts of one, so that an estimate is exact in 64
 * bits for prompts and answers of up to {@value #MAX_NARROW_TOKENS} tokens; what is larger goes to
 * {@link CostModel#estimate}.
 */
public final class RankingTable {
    private static final long PARTS = 1_000_000_000_000L;
    private static final long PPM = 1_000_000L;
    private static final long MINUTE_MILLIS = 60_000;
    private static final long MAX_NARROW_TOKENS = 1L << 21;
    private static final long MAX_NARROW_RATE = 1L << 40;

    private final List<Candidate> candidates;
    private final long nowMillis;
    private final long validUntilMillis;
    private final int[] groupOf;
    private final int[] groupStart;
    private final int[] groupSizes;
    private final Reach reach;
    private final int[] weights;
    private final boolean[] priced;
    private final boolean[] narrow;
    private final int[] segmentStart;
    private final long[] above;
    private final long[] inputWhole;
    private final long[] inputParts;
    private final long[] outputWhole;
    private final long[] outputParts;
    private final long[] feeWhole;
    private final long[] feeParts;

    private RankingTable(List<Candidate> candidates, long nowMillis) {
        this.candidates = List.copyOf(candidates);
        this.nowMillis = nowMillis;
        this.validUntilMillis = candidates.stream().anyMatch(candidate -> moves(candidate.price()))
                ? (Math.floorDiv(nowMillis, MINUTE_MILLIS) + 1) * MINUTE_MILLIS
                : Long.MAX_VALUE;
        int size = candidates.size();
        groupOf = new int[size];
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (i == 0 || !together(candidates.get(i - 1), candidates.get(i))) {
                starts.add(i);
            }
            groupOf[i] = starts.size() - 1;
        }
        int groups = starts.size();
        groupStart = new int[groups + 1];
        weights = new int[groups];
        priced = new boolean[groups];
        narrow = new boolean[groups];
        segmentStart = new int[groups + 1];
        List<Segment> segments = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            Candidate first = candidates.get(starts.get(group));
            groupStart[group] = starts.get(group);
            weights[group] = first.target().weight();
            priced[group] = first.priced();
            List<Segment> own = Segment.of(first.price(), nowMillis);
            narrow[group] = own.stream().allMatch(Segment::isNarrow);
            segments.addAll(own);
            segmentStart[group + 1] = segments.size();
        }
        groupStart[groups] = size;
        groupSizes = new int[groups];
        Arrays.setAll(groupSizes, group -> groupStart[group + 1] - groupStart[group]);
        reach = Reach.of(this.candidates);
        above = column(segments, Segment::above);
        inputWhole = column(segments, segment -> segment.input() / PARTS);
        inputParts = column(segments, segment -> segment.input() % PARTS);
        outputWhole = column(segments, segment -> segment.output() / PARTS);
        outputParts = column(segments, segment -> segment.output() % PARTS);
        feeWhole = column(segments, segment -> segment.fee() / PPM);
        feeParts = column(segments, segment -> segment.fee() % PPM * PPM);
    }

    /** The table of candidates at a moment; key slots of one target must stand together. */
    public static RankingTable of(List<Candidate> candidates, long nowMillis) {
        return new RankingTable(candidates, nowMillis);
    }

    /** This table, or a new one when a price may have moved since it was made. */
    public RankingTable at(long millis) {
        boolean holds = millis < validUntilMillis && millis >= nowMillis - MINUTE_MILLIS;
        return holds || validUntilMillis == Long.MAX_VALUE ? this : new RankingTable(candidates, millis);
    }

    /** The candidates in declared order. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** The number of candidates. */
    public int size() {
        return groupOf.length;
    }

    int groups() {
        return weights.length;
    }

    Reach reach() {
        return reach;
    }

    /** Puts the number of slots of each group in front of an array that is long enough. */
    void copyGroupSizes(int[] into) {
        System.arraycopy(groupSizes, 0, into, 0, groupSizes.length);
    }

    int groupOf(int candidate) {
        return groupOf[candidate];
    }

    int groupStart(int group) {
        return groupStart[group];
    }

    int weight(int group) {
        return weights[group];
    }

    boolean priced(int group) {
        return priced[group];
    }

    /** Whether anything is known of a price, so that it may count as 0 where it has gaps. */
    boolean known(int group) {
        return candidates.get(groupStart[group]).price() != null;
    }

    /** The estimate of a call to any candidate of a group, rounded up; what has no price costs 0. */
    long costPicoUsd(int group, long inputTokens, long outputTokens) {
        if (!narrow[group] || inputTokens > MAX_NARROW_TOKENS || outputTokens > MAX_NARROW_TOKENS) {
            Price price = candidates.get(groupStart[group]).price();
            return price == null ? 0 : CostModel.estimate(price, inputTokens, outputTokens, nowMillis);
        }
        int segment = segmentStart[group + 1] - 1;
        while (inputTokens <= above[segment]) {
            segment--;
        }
        long parts = inputTokens * inputParts[segment] + outputTokens * outputParts[segment] + feeParts[segment];
        long whole = inputTokens * inputWhole[segment] + outputTokens * outputWhole[segment] + feeWhole[segment];
        return whole + parts / PARTS + (parts % PARTS == 0 ? 0 : 1);
    }

    private static boolean together(Candidate left, Candidate right) {
        return left.target().equals(right.target()) && left.model().equals(right.model());
    }

    private static boolean moves(@Nullable Price price) {
        return price != null && (price.peak() != null || !price.changes().isEmpty());
    }

    private static long[] column(List<Segment> segments, java.util.function.ToLongFunction<Segment> value) {
        return segments.stream().mapToLong(value).toArray();
    }

    /** The rates for prompts of more than {@code above} tokens, times a million. */
    private record Segment(long above, long input, long output, long fee, boolean isNarrow) {
        static List<Segment> of(@Nullable Price price, long nowMillis) {
            List<Segment> segments = new ArrayList<>();
            segments.add(above(price, -1, nowMillis));
            if (price != null) {
                for (Price.Tier tier : price.tiers()) {
                    segments.add(above(price, tier.aboveTokens(), nowMillis));
                }
            }
            return segments;
        }

        private static Segment above(@Nullable Price price, long above, long nowMillis) {
            if (price == null) {
                return new Segment(above, 0, 0, 0, true);
            }
            TokenRates rates = TokenRates.of(price, above + 1, nowMillis);
            long factor = price.multiplierPpm();
            boolean fits = factor <= MAX_NARROW_RATE
                    && Math.max(rates.input(), Math.max(rates.output(), rates.request()))
                            <= Long.MAX_VALUE / Math.max(1, factor);
            return fits
                    ? new Segment(
                            above, rates.input() * factor, rates.output() * factor, rates.request() * factor, true)
                    : new Segment(above, 0, 0, 0, false);
        }
    }
}
