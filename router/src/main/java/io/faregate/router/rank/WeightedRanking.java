package io.faregate.router.rank;

/**
 * A draw by weight at every step: who fails leaves a share to the others in proportion. A weight of 0 is drained and
 * never called.
 */
public final class WeightedRanking implements Ranking {
    @Override
    public int pick(RankingTable table, RankScratch scratch) {
        long total = 0;
        for (int group = 0; group < table.groups(); group++) {
            total += scratch.isLeft(group) ? table.weight(group) : 0;
        }
        if (total == 0) {
            return -1;
        }
        long drawn = scratch.draw(total);
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group)) {
                drawn -= table.weight(group);
                if (drawn < 0) {
                    return group;
                }
            }
        }
        return -1;
    }
}
