package io.faregate.router.rank;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Reach;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One order in the making: who is left, what is known of the request. Not thread-safe; one for each event loop, used
 * again and again without making garbage.
 */
public final class RankScratch {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private @Nullable RankingTable table;
    private @Nullable Ranking ranking;
    private int equallyCheap;
    private boolean[] left = new boolean[16];
    private int[] leftInGroup = new int[16];
    private long[] costs = new long[16];
    private boolean[] ranks = new boolean[16];
    private boolean pricedOtherwise;
    private long inputTokens;
    private long outputTokens;
    private long nowNanos;
    private long random;
    private int picks;
    private boolean rankedOnly;
    private int group;
    private int slot;
    private int slotsToGo;

    /**
     * Begins an order in which every candidate takes part.
     *
     * @param outputTokens of all answers together
     * @param random a fresh random number; all draws of this order come from it
     */
    public void begin(RankingTable table, long inputTokens, long outputTokens, long nowNanos, long random) {
        this.table = table;
        this.inputTokens = inputTokens;
        this.outputTokens = outputTokens;
        this.nowNanos = nowNanos;
        this.random = random;
        int size = table.size();
        if (left.length < size) {
            left = new boolean[size];
            leftInGroup = new int[size];
            costs = new long[size];
            ranks = new boolean[size];
        }
        Arrays.fill(left, 0, size, true);
        table.copyGroupSizes(leftInGroup);
        picks = 0;
        rankedOnly = false;
        pricedOtherwise = false;
        // A group of the table before may lie beyond this one's end.
        group = 0;
        slot = 0;
        slotsToGo = 0;
    }

    /** The number of candidates, in and out. */
    public int size() {
        return table().size();
    }

    /** The candidate at a place in declared order. */
    public Candidate candidate(int place) {
        return table().candidates().get(place);
    }

    /** What all candidates can serve. */
    public Reach reach() {
        return table().reach();
    }

    /** Takes a candidate out, by its place in declared order; before the first {@link #next}. */
    public void drop(int candidate) {
        if (left[candidate]) {
            left[candidate] = false;
            leftInGroup[table().groupOf(candidate)]--;
        }
    }

    /** Says by what {@link #next()} goes. */
    public void rankBy(Ranking by) {
        ranking = by;
    }

    /** The next one by the ranking that was said. */
    public int next() {
        Ranking by = ranking;
        if (by == null) {
            throw new IllegalStateException("found no ranking, expected one to go by");
        }
        return next(by);
    }

    /** The best of those that are left, by its place in declared order, or -1 when the order is at its end. */
    public int next(Ranking by) {
        while (true) {
            int slots = table().groupStart(group + 1) - table().groupStart(group);
            while (slotsToGo > 0) {
                slotsToGo--;
                int candidate = table().groupStart(group) + slot;
                slot = slot + 1 == slots ? 0 : slot + 1;
                if (left[candidate]) {
                    drop(candidate);
                    return candidate;
                }
            }
            int picked = by.pick(table(), this);
            picks++;
            if (picked < 0) {
                return -1;
            }
            group = picked;
            slotsToGo = table().groupStart(picked + 1) - table().groupStart(picked);
            slot = slotsToGo == 1 ? 0 : draw(slotsToGo);
        }
    }

    /** The estimate of a candidate, as the order by cost worked it out at its first step. */
    public long costPicoUsd(int candidate) {
        return costs[table().groupOf(candidate)];
    }

    boolean isLeft(int group) {
        return leftInGroup[group] > 0;
    }

    boolean isFirstPick() {
        return picks == 0;
    }

    long nowNanos() {
        return nowNanos;
    }

    boolean rankedOnly() {
        return rankedOnly;
    }

    void rankOnly() {
        rankedOnly = true;
    }

    /** Estimates what is not billed by tokens in and out, for an order by cost; before the first {@link #next}. */
    public void price(Estimate estimate) {
        pricedOtherwise = true;
        for (int i = 0; i < table().groups(); i++) {
            long cost = estimate.picoUsd(table().candidates().get(table().groupStart(i)));
            costs[i] = Math.max(0, cost);
            ranks[i] = cost >= 0;
        }
    }

    /** What a call of a candidate costs, negative when no price says. */
    public interface Estimate {
        /** Picodollars. */
        long picoUsd(Candidate candidate);
    }

    /** Estimates all groups, if that has not been done otherwise. */
    void priceAll(boolean known) {
        if (!pricedOtherwise) {
            table().estimate(inputTokens, outputTokens, costs);
            table().copyPriced(known, ranks);
        } else if (known) {
            for (int i = 0; i < table().groups(); i++) {
                ranks[i] |= table().candidates().get(table().groupStart(i)).price() != null;
            }
        }
    }

    /** Whether a group takes part in the order by cost. */
    boolean ranks(int group) {
        return ranks[group];
    }

    long groupCost(int group) {
        return costs[group];
    }

    /** The first of the cheapest groups that are left and take part, or -1. */
    int cheapest() {
        int groups = table().groups();
        long[] cost = costs;
        int[] left = leftInGroup;
        boolean[] ranked = ranks;
        int best = -1;
        int equals = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < groups; i++) {
            if (cost[i] <= least && left[i] > 0 && ranked[i]) {
                equals = cost[i] == least ? equals + 1 : 1;
                best = equals == 1 ? i : best;
                least = cost[i];
            }
        }
        equallyCheap = equals;
        return best;
    }

    /** How many groups were equally cheap when {@link #cheapest} last looked. */
    int equallyCheap() {
        return equallyCheap;
    }

    /** A whole number from 0 to below {@code bound}, by SplitMix64; the bias of the remainder is below bound / 2^63. */
    int draw(long bound) {
        random += GOLDEN;
        long mixed = (random ^ random >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return (int) (((mixed ^ mixed >>> 31) >>> 1) % bound);
    }

    private RankingTable table() {
        RankingTable begun = table;
        if (begun == null) {
            throw new IllegalStateException("no order was begun");
        }
        return begun;
    }
}
