package io.faregate.router.rank;

/** The order as it is written. */
public final class DeclaredRanking implements Ranking {
    @Override
    public int pick(RankingTable table, RankScratch scratch) {
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group)) {
                return group;
            }
        }
        return -1;
    }
}
