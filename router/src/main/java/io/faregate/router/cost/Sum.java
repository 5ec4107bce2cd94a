package io.faregate.router.cost;

import io.faregate.router.money.PicoUsd;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A sum of counts times rates, exact whatever its size, rounded once when it is read. Confined to one call.
 *
 * <p>Counts are tokens and rates picodollars per million; a flat fee counts a million. As long as it fits, the sum is
 * one {@code long}; the few that do not, above nine dollars, go on as a big integer.
 */
final class Sum {
    private static final BigInteger MILLION = BigInteger.valueOf(PicoUsd.ONE_PPM);

    /** A rate is per minute and a count in milliseconds: 10^6 / 60,000 = 50 / 3, so the wide sum is kept in thirds. */
    private static final BigInteger THIRDS_A_MILLI_OF_MINUTE = BigInteger.valueOf(50);

    private static final BigInteger THIRDS = BigInteger.valueOf(3);

    private long narrow;
    private @Nullable BigInteger wideThirds;
    private boolean unknown;

    /** Adds what that many cost; a rate that nobody knows makes the sum unknown unless there are none. */
    void add(long count, long rate) {
        if (count <= 0) {
            return;
        }
        if (rate < 0) {
            unknown = true;
            return;
        }
        long product = count * rate;
        long sum = narrow + product;
        if (Math.multiplyHigh(count, rate) == 0 && product >= 0 && sum >= 0) {
            narrow = sum;
        } else {
            addThirds(
                    BigInteger.valueOf(count).multiply(BigInteger.valueOf(rate)).multiply(THIRDS));
        }
    }

    /** Adds that many flat fees. */
    void addEach(long count, long fee) {
        if (count <= 0) {
            return;
        }
        if (fee < 0) {
            unknown = true;
        } else if (fee <= PicoUsd.DOLLAR && count <= 1) {
            add(fee, PicoUsd.ONE_PPM);
        } else {
            addThirds(BigInteger.valueOf(count)
                    .multiply(BigInteger.valueOf(fee))
                    .multiply(MILLION)
                    .multiply(THIRDS));
        }
    }

    /** Adds that many milliseconds at a rate per minute. */
    void addMillis(long millis, long minuteRate) {
        if (millis <= 0) {
            return;
        }
        if (minuteRate < 0) {
            unknown = true;
        } else {
            addThirds(BigInteger.valueOf(millis)
                    .multiply(BigInteger.valueOf(minuteRate))
                    .multiply(THIRDS_A_MILLI_OF_MINUTE));
        }
    }

    /** Adds all of another sum. */
    void add(Sum other) {
        add(other.narrow, 1);
        BigInteger wide = other.wideThirds;
        if (wide != null) {
            addThirds(wide);
        }
        unknown |= other.unknown;
    }

    private void addThirds(BigInteger thirds) {
        BigInteger before = wideThirds;
        wideThirds = before == null ? thirds : before.add(thirds);
    }

    /** Whether a rate was missing. */
    boolean unknown() {
        return unknown;
    }

    /** Whether anything was added at a rate above 0. */
    boolean positive() {
        return narrow > 0 || wideThirds != null;
    }

    /** The amount under a price's factor, rounded up or half up. */
    long picoUsd(long factorPpm, boolean ceiling) {
        BigInteger wide = wideThirds;
        if (wide == null) {
            return ceiling ? PicoUsd.perMillionCeiling(narrow, factorPpm) : PicoUsd.perMillionHalfUp(narrow, factorPpm);
        }
        BigInteger thirds = wide.add(BigInteger.valueOf(narrow).multiply(THIRDS));
        return PicoUsd.quotient(
                thirds.multiply(BigInteger.valueOf(factorPpm)),
                THIRDS.multiply(MILLION).multiply(MILLION),
                ceiling);
    }
}
