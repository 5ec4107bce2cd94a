package io.faregate.analytics.decide;

import io.faregate.analytics.stats.QuantileInterval;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which order statistics of the latencies an evaluation reads, so that a query can fetch just these. */
public final class LatencyRanks {
    static final double MEDIAN = 0.5;
    static final double TAIL = 0.95;

    private LatencyRanks() {}

    /** The ranks, from 1 to n, that {@link ArmSummary#latencyMillis} must hold for an arm with n latencies. */
    public static SortedSet<Long> needed(Policy policy, Standing standing, long n) {
        SortedSet<Long> ranks = new TreeSet<>();
        if (n == 0) {
            return ranks;
        }
        Risks risks = Risks.of(policy, standing);
        for (double quantile : new double[] {MEDIAN, TAIL}) {
            ranks.add(QuantileInterval.pointRank(n, quantile));
            add(ranks, QuantileInterval.ranks(n, quantile, Risks.SHOWN));
        }
        add(ranks, QuantileInterval.ranks(n, TAIL, risks.promote() / 2));
        add(ranks, QuantileInterval.ranks(n, TAIL, risks.guard() / 2));
        ranks.remove(0L);
        ranks.remove(n + 1);
        return ranks;
    }

    private static void add(SortedSet<Long> ranks, QuantileInterval.Ranks bounds) {
        ranks.add(bounds.lower());
        ranks.add(bounds.upper());
    }
}
