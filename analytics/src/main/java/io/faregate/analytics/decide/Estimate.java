package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * A figure with one-sided lower and upper bounds, each true at all times together with the stated risk. Immutable;
 * never holds NaN or an infinity.
 *
 * @param value the figure, null when it cannot be said
 * @param low lower bound, null when there is none
 * @param high upper bound, null when there is none
 * @param reason why something is null, null when nothing is
 */
public record Estimate(
        @Nullable Double value,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable String reason) {

    /** Refuses what is not a number; zero is never the negative one. */
    public Estimate {
        value = finite(value);
        low = finite(low);
        high = finite(high);
    }

    /** Nothing can be said, and why. */
    public static Estimate none(String reason) {
        return new Estimate(null, null, null, reason);
    }

    private static @Nullable Double finite(@Nullable Double number) {
        if (number == null) {
            return null;
        }
        if (number.isNaN() || number.isInfinite()) {
            throw new IllegalArgumentException("an estimate must be finite: " + number);
        }
        return number + 0.0;
    }
}
