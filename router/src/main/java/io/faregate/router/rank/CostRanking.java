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
        if (scratch.isFirstPick()) {
            scratch.priceAll();
            if (unpriced == Unpriced.SKIP || (unpriced == Unpriced.FALLBACK && anyPriced(table, scratch))) {
                scratch.rankOnly();
            }
        }
        int best = -1;
        long least = Long.MAX_VALUE;
        int ties = 0;
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group) && ranks(table, scratch, group)) {
                long cost = scratch.groupCost(group);
                if (best < 0 || cost < least) {
                    best = group;
                    least = cost;
                    ties = 1;
                } else if (cost == least) {
                    ties++;
                }
            }
        }
        if (ties > 1) {
            return drawn(table, scratch, least, best);
        }
        return best < 0 && !scratch.rankedOnly() ? unranked(table, scratch) : best;
    }

    private boolean ranks(RankingTable table, RankScratch scratch, int group) {
        return scratch.priced(group) || (unpriced == Unpriced.ALLOW && table.known(group));
    }

    private int drawn(RankingTable table, RankScratch scratch, long cost, int first) {
        long total = 0;
        for (int group = first; group < table.groups(); group++) {
            total += ties(table, scratch, group, cost) ? table.weight(group) : 0;
        }
        long drawn = total == 0 ? 0 : scratch.draw(total);
        for (int group = first; group < table.groups() && total > 0; group++) {
            if (ties(table, scratch, group, cost)) {
                drawn -= table.weight(group);
                if (drawn < 0) {
                    return group;
                }
            }
        }
        return first;
    }

    private boolean ties(RankingTable table, RankScratch scratch, int group, long cost) {
        return scratch.isLeft(group) && ranks(table, scratch, group) && scratch.groupCost(group) == cost;
    }

    private static boolean anyPriced(RankingTable table, RankScratch scratch) {
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group) && scratch.priced(group)) {
                return true;
            }
        }
        return false;
    }

    private int unranked(RankingTable table, RankScratch scratch) {
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group) && !ranks(table, scratch, group)) {
                return group;
            }
        }
        return -1;
    }
}
