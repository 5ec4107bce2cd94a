package io.faregate.bench.sim;

import java.util.random.RandomGenerator;

/**
 * A lognormal distribution by its median and the standard deviation of its logarithm; {@code sigma} 0 is a fixed value.
 * Immutable.
 */
public record Spread(double median, double sigma) {
    /** Refuses what no sample could be drawn from. */
    public Spread {
        if (!(median >= 0) || median > 1e9) {
            throw new IllegalArgumentException("median=" + median + ", expected 0 to 1e9");
        }
        if (!(sigma >= 0) || sigma > 5) {
            throw new IllegalArgumentException("sigma=" + sigma + ", expected 0 to 5");
        }
    }

    /** The distribution that always gives {@code value}. */
    public static Spread fixed(double value) {
        return new Spread(value, 0);
    }

    /** One sample; takes one gaussian from {@code random} unless the value is fixed. */
    double draw(RandomGenerator random) {
        return sigma == 0 ? median : median * Math.exp(sigma * random.nextGaussian());
    }
}
