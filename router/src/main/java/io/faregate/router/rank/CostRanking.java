package io.faregate.router.rank;

/**
 * The cheapest by estimated input and output cost. Among equal ones the lead is drawn by weight; a weight of 0 comes
 * after the others that cost the same.
 */
public final class CostRanking implements Ranking {
    private final Unpriced unpriced;

    /** A ranking that treats what has no complete price in that way. */
    public CostRanking(Unpriced unpriced) {
        this.unpriced = unpriced;
    }

    /** What becomes of candidates without a complete price. */
    public enum Unpriced {
        /** In declared order, when no priced one was left at the first step; else never. */
        FALLBACK,
        /** Never called. */
        SKIP,
        /** Missing parts count 0; of whose price nothing at all is known comes after all others, in declared order. */
        ALLOW
    }

    @Override
    public int pick(RankingTable table, RankScratch scratch) {
        boolean first = scratch.isFirstPick();
        if (first) {
            scratch.priceAll(unpriced == Unpriced.ALLOW);
        }
        int best = scratch.cheapest();
        if (first && (unpriced == Unpriced.SKIP || (unpriced == Unpriced.FALLBACK && best >= 0))) {
            scratch.rankOnly();
        }
        if (best >= 0) {
            return scratch.equallyCheap() == 1 ? best : drawn(table, scratch, scratch.groupCost(best), best);
        }
        return scratch.rankedOnly() ? -1 : unranked(table, scratch);
    }

    private static int drawn(RankingTable table, RankScratch scratch, long cost, int first) {
        long total = 0;
        for (int group = first; group < table.groups(); group++) {
            total += ties(scratch, group, cost) ? table.weight(group) : 0;
        }
        long drawn = total == 0 ? 0 : scratch.draw(total);
        for (int group = first; group < table.groups() && total > 0; group++) {
            if (ties(scratch, group, cost)) {
                drawn -= table.weight(group);
                if (drawn < 0) {
                    return group;
                }
            }
        }
        return first;
    }

    private static boolean ties(RankScratch scratch, int group, long cost) {
        return scratch.groupCost(group) == cost && scratch.isLeft(group) && scratch.ranks(group);
    }

    private static int unranked(RankingTable table, RankScratch scratch) {
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group) && !scratch.ranks(group)) {
                return group;
            }
        }
        return -1;
    }
}
