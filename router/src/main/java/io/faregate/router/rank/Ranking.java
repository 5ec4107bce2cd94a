package io.faregate.router.rank;

/** How a mode chooses among what is left. Stateless but for what it measures; thread-safe. */
public sealed interface Ranking permits DeclaredRanking, WeightedRanking, LatencyRanking, CostRanking {
    /** The group to go on with, or -1 when none of those left may be called. */
    int pick(RankingTable table, RankScratch scratch);
}
