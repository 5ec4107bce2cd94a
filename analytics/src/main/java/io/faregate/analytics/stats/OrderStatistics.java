package io.faregate.analytics.stats;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The few order statistics of a sample that somebody asked for. Immutable.
 *
 * @param n size of the sample
 * @param values rank (1 is the smallest of n) to value; ranks nobody needs may be absent
 */
public record OrderStatistics(long n, Map<Long, Double> values) {

    /** An empty sample. */
    public static final OrderStatistics NONE = new OrderStatistics(0, Map.of());

    /** Copies the map. */
    public OrderStatistics {
        values = Map.copyOf(values);
        for (long rank : values.keySet()) {
            if (rank < 1 || rank > n) {
                throw new IllegalArgumentException("rank must be 1 to " + n + ": rank=" + rank);
            }
        }
    }

    /** The given ranks of an ascending sample; ranks outside 1 to n are left out. */
    public static OrderStatistics ofSorted(double[] ascending, Iterable<Long> ranks) {
        Map<Long, Double> values = new TreeMap<>();
        for (long rank : ranks) {
            if (rank >= 1 && rank <= ascending.length) {
                values.put(rank, ascending[(int) (rank - 1)]);
            }
        }
        return new OrderStatistics(ascending.length, values);
    }

    /** The value at a rank; null when the sample has no such rank or it was not asked for. */
    public @Nullable Double at(long rank) {
        return values.get(rank);
    }
}
