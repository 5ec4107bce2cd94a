package io.faregate.analytics.simulate;

import io.faregate.analytics.stats.OrderStatistics;
import java.util.HashMap;
import java.util.Map;

/**
 * Latencies in bins of 1 %, so that any order statistic is found in a few steps. Confined to one run.
 *
 * <p>Prefix sums in a binary indexed tree (Fenwick, 1994); a value is told as its bin's middle.
 */
final class LatencyTally {
    private static final int BINS = 2_048;
    private static final double LOG_WIDTH = Math.log(1.01);

    private final int[] tree = new int[BINS + 1];
    private int count;

    void add(double millis) {
        int bin = (int) (Math.log(Math.max(1, millis)) / LOG_WIDTH);
        for (int i = Math.min(bin, BINS - 1) + 1; i <= BINS; i += i & -i) {
            tree[i]++;
        }
        count++;
    }

    double at(long rank) {
        int position = 0;
        long left = rank;
        for (int step = BINS; step > 0; step >>= 1) {
            if (position + step <= BINS && tree[position + step] < left) {
                position += step;
                left -= tree[position];
            }
        }
        return Math.exp((position + 0.5) * LOG_WIDTH);
    }

    OrderStatistics at(Iterable<Long> ranks) {
        Map<Long, Double> values = new HashMap<>();
        for (long rank : ranks) {
            values.put(rank, at(rank));
        }
        return new OrderStatistics(count, values);
    }
}
