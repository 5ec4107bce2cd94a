package io.faregate.analytics.stats;

/**
 * Moments of pairs (y, x) and their co-moment: enough for a mean adjusted by x, and for a ratio of means. Immutable.
 *
 * @param n how many pairs
 * @param meanY mean of y, 0 without pairs
 * @param m2Y sum of (y - meanY)²
 * @param meanX mean of x, 0 without pairs
 * @param m2X sum of (x - meanX)²
 * @param cXY sum of (x - meanX)(y - meanY)
 */
public record CoMoments(long n, double meanY, double m2Y, double meanX, double m2X, double cXY) {

    /** No pairs. */
    public static final CoMoments NONE = new CoMoments(0, 0, 0, 0, 0, 0);

    /** Refuses what no set of pairs can have. */
    public CoMoments {
        if (n < 0 || !Double.isFinite(meanY + m2Y + meanX + m2X + cXY) || m2Y < 0 || m2X < 0) {
            throw new IllegalArgumentException("co-moments must be finite, n, m2Y and m2X at least 0: n=" + n
                    + " meanY=" + meanY + " m2Y=" + m2Y + " meanX=" + meanX + " m2X=" + m2X + " cXY=" + cXY);
        }
    }

    /** Co-moments from plain sums; rounding that would make a spread negative is cut off at 0. */
    public static CoMoments ofSums(long n, double sumY, double sumYy, double sumX, double sumXx, double sumXy) {
        if (n == 0) {
            return NONE;
        }
        double meanY = sumY / n;
        double meanX = sumX / n;
        return new CoMoments(
                n,
                meanY,
                Math.max(0, sumYy - n * meanY * meanY),
                meanX,
                Math.max(0, sumXx - n * meanX * meanX),
                sumXy - n * meanX * meanY);
    }

    /** Pairs whose x is the same in all. */
    public static CoMoments constantX(Moments y, double x) {
        return y.n() == 0 ? NONE : new CoMoments(y.n(), y.mean(), y.m2(), x, 0, 0);
    }

    /** The pairs of both: M2 = M2a + M2b + delta² n_a n_b / n, and C likewise. */
    public CoMoments merge(CoMoments other) {
        if (n == 0) {
            return other;
        }
        if (other.n == 0) {
            return this;
        }
        double share = other.n / ((double) n + other.n);
        double weight = n * share;
        double deltaY = other.meanY - meanY;
        double deltaX = other.meanX - meanX;
        return new CoMoments(
                n + other.n,
                meanY + deltaY * share,
                m2Y + other.m2Y + deltaY * deltaY * weight,
                meanX + deltaX * share,
                m2X + other.m2X + deltaX * deltaX * weight,
                cXY + other.cXY + deltaX * deltaY * weight);
    }

    /** The moments of y alone. */
    public Moments y() {
        return new Moments(n, meanY, m2Y);
    }

    /** The moments of x alone. */
    public Moments x() {
        return new Moments(n, meanX, m2X);
    }

    /** Sample covariance (divisor n - 1), 0 for fewer than two pairs. */
    public double covariance() {
        return n < 2 ? 0 : cXY / (n - 1);
    }
}
