package io.faregate.analytics.stats;

/**
 * Count, mean and sum of squared deviations of one quantity: all that a mean and its variance need. Immutable.
 *
 * <p>Kept about the mean, so that large means with small spread lose no digits; values of disjoint parts merge by the
 * pairwise update of Chan, Golub and LeVeque (1983).
 *
 * @param n how many values
 * @param mean their mean, 0 when there are none
 * @param m2 sum of (value - mean)², 0 when there are none
 */
public record Moments(long n, double mean, double m2) {

    /** No values. */
    public static final Moments NONE = new Moments(0, 0, 0);

    /** Refuses what no set of values can have. */
    public Moments {
        if (n < 0 || !Double.isFinite(mean) || !(m2 >= 0) || Double.isInfinite(m2)) {
            throw new IllegalArgumentException(
                    "moments must be finite, n and m2 at least 0: n=" + n + " mean=" + mean + " m2=" + m2);
        }
    }

    /** Moments from plain sums; rounding that would make the spread negative is cut off at 0. */
    public static Moments ofSums(long n, double sum, double sumOfSquares) {
        if (n == 0) {
            return NONE;
        }
        double mean = sum / n;
        return new Moments(n, mean, Math.max(0, sumOfSquares - n * mean * mean));
    }

    /** These values and one more. */
    public Moments plus(double value) {
        double step = value - mean;
        double next = mean + step / (n + 1);
        return new Moments(n + 1, next, m2 + step * (value - next));
    }

    /** The values of both. */
    public Moments merge(Moments other) {
        if (n == 0) {
            return other;
        }
        if (other.n == 0) {
            return this;
        }
        double all = (double) n + other.n;
        double delta = other.mean - mean;
        return new Moments(
                n + other.n, mean + delta * (other.n / all), m2 + other.m2 + delta * delta * (n * (other.n / all)));
    }

    /** Sample variance (divisor n - 1), 0 for fewer than two values. */
    public double variance() {
        return n < 2 ? 0 : m2 / (n - 1);
    }

    /** Sum of the values. */
    public double sum() {
        return n * mean;
    }

    /** Sum of the squared values. */
    public double sumOfSquares() {
        return m2 + n * mean * mean;
    }

    /**
     * (sum y)² / sum y²: of how many equal values the sum could consist. One giant task cannot carry an arm when this
     * is asked to be large. 0 when every value is 0.
     */
    public double effectiveCount() {
        double squares = sumOfSquares();
        return squares == 0 ? 0 : sum() * sum() / squares;
    }
}
