package io.faregate.router.rank;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.Reach;
import io.faregate.router.cost.CostModel;
import io.faregate.router.cost.TokenRates;
import java.math.BigInteger;
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
    private final boolean[] pricedOrKnown;
    private final boolean[] narrow;
    private final long plainUpToTokens;
    private final long[] firstInput;
    private final long[] firstOutput;
    private final long[] firstFee;
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
        pricedOrKnown = new boolean[groups];
        narrow = new boolean[groups];
        segmentStart = new int[groups + 1];
        List<Segment> segments = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            Candidate first = candidates.get(starts.get(group));
            groupStart[group] = starts.get(group);
            weights[group] = first.target().weight();
            priced[group] = first.priced();
            pricedOrKnown[group] = first.priced() || first.price() != null;
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
        inputWhole = column(segments, segment -> segment.input().whole());
        inputParts = column(segments, segment -> segment.input().parts());
        outputWhole = column(segments, segment -> segment.output().whole());
        outputParts = column(segments, segment -> segment.output().parts());
        feeWhole = column(segments, segment -> segment.fee().whole());
        feeParts = column(segments, segment -> segment.fee().parts());
        firstInput = firsts(inputWhole);
        firstOutput = firsts(outputWhole);
        firstFee = firsts(feeWhole);
        plainUpToTokens = plainUpToTokens();
    }

    private long[] firsts(long[] ofSegments) {
        long[] firsts = new long[weights.length];
        Arrays.setAll(firsts, group -> ofSegments[segmentStart[group]]);
        return firsts;
    }

    /** Up to prompts of that length every estimate is a sum of whole picodollars at the first rates; -1 where none is. */
    private long plainUpToTokens() {
        long upTo = MAX_NARROW_TOKENS;
        for (int group = 0; group < weights.length; group++) {
            int first = segmentStart[group];
            boolean whole = inputParts[first] == 0 && outputParts[first] == 0 && feeParts[first] == 0;
            if (!narrow[group] || !whole) {
                return -1;
            }
            if (segmentStart[group + 1] - first > 1) {
                upTo = Math.min(upTo, above[first + 1]);
            }
        }
        return upTo;
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

    /** Tells of each group whether it has a price, or with {@code known} at least some of one, its gaps counting as 0. */
    void copyPriced(boolean known, boolean[] into) {
        System.arraycopy(known ? pricedOrKnown : priced, 0, into, 0, priced.length);
    }

    /** Puts the estimate of each group in its place. */
    void estimate(long inputTokens, long outputTokens, long[] into) {
        boolean plain = inputTokens <= plainUpToTokens && outputTokens <= MAX_NARROW_TOKENS;
        int groups = firstInput.length;
        if (!plain) {
            for (int group = 0; group < groups; group++) {
                into[group] = costPicoUsd(group, inputTokens, outputTokens);
            }
            return;
        }
        long[] input = firstInput;
        long[] output = firstOutput;
        long[] fee = firstFee;
        for (int group = 0; group < groups; group++) {
            into[group] = inputTokens * input[group] + outputTokens * output[group] + fee[group];
        }
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

    /** Whole picodollars, and 10^-12 parts of one. */
    private record Rate(long whole, long parts) {
        private static final BigInteger ALL_PARTS = BigInteger.valueOf(PARTS);

        /** A rate times the price's factor, {@code scale} of which make one part. */
        static Rate of(long rate, long factorPpm, long scale) {
            BigInteger[] split = BigInteger.valueOf(rate)
                    .multiply(BigInteger.valueOf(factorPpm))
                    .multiply(BigInteger.valueOf(scale))
                    .divideAndRemainder(ALL_PARTS);
            return new Rate(
                    split[0].min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact(), split[1].longValueExact());
        }

        boolean isNarrow() {
            return whole <= MAX_NARROW_RATE;
        }
    }

    /** The rates a token for prompts of more than {@code above} tokens, and the fee a call. */
    private record Segment(long above, Rate input, Rate output, Rate fee) {
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
                Rate none = new Rate(0, 0);
                return new Segment(above, none, none, none);
            }
            TokenRates rates = TokenRates.of(price, above + 1, nowMillis);
            long factor = price.multiplierPpm();
            return new Segment(
                    above,
                    Rate.of(rates.input(), factor, 1),
                    Rate.of(rates.output(), factor, 1),
                    Rate.of(rates.request(), factor, PPM));
        }

        boolean isNarrow() {
            return input.isNarrow() && output.isNarrow() && fee.isNarrow();
        }
    }
}
