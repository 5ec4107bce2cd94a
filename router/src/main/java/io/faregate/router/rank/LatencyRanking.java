package io.faregate.router.rank;

/**
 * The quickest to its first token, and before it those of whom nothing is known. One request in ten begins with any of
 * them instead, so that a slow one that has become quick is found out.
 */
public final class LatencyRanking implements Ranking {
    private static final int EXPLORE_ONE_IN = 10;

    private final LatencyCell[] cells;

    /** A ranking of a table's candidates by what the book holds of them. */
    public LatencyRanking(RankingTable table, LatencyBook book) {
        cells = new LatencyCell[table.groups()];
        for (int group = 0; group < cells.length; group++) {
            cells[group] = book.cell(table.candidates().get(table.groupStart(group)));
        }
    }

    @Override
    public int pick(RankingTable table, RankScratch scratch) {
        if (scratch.isFirstPick() && scratch.draw(EXPLORE_ONE_IN) == 0) {
            return any(table, scratch);
        }
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group)) {
                long median = cells[group].medianTicks(scratch.nowNanos());
                if (best < 0 || median < least) {
                    best = group;
                    least = median;
                }
            }
        }
        return best;
    }

    private static int any(RankingTable table, RankScratch scratch) {
        int left = 0;
        for (int group = 0; group < table.groups(); group++) {
            left += scratch.isLeft(group) ? 1 : 0;
        }
        int drawn = left == 0 ? 0 : scratch.draw(left);
        for (int group = 0; group < table.groups(); group++) {
            if (scratch.isLeft(group) && drawn-- == 0) {
                return group;
            }
        }
        return -1;
    }
}
