package io.faregate.router.money;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Money as a {@code long} of 10^-12 dollar: exact parse and print, sums and products that saturate at {@link #MAX}
 * and {@link #MIN} instead of wrapping. Rates are picodollars per million units, so that a price of dollars per million
 * tokens is a plain amount. Stateless.
 */
public final class PicoUsd {
    /** One dollar. */
    public static final long DOLLAR = 1_000_000_000_000L;

    /** The largest amount, about 9.2 million dollars; what does not fit is this. */
    public static final long MAX = Long.MAX_VALUE;

    /** The smallest amount. */
    public static final long MIN = Long.MIN_VALUE;

    /** Decimal places of an amount in dollars. */
    public static final int PLACES = 12;

    /** A factor of one in millionths. */
    public static final long ONE_PPM = 1_000_000L;

    private static final BigDecimal MOST_DOLLARS = BigDecimal.valueOf(MAX, PLACES);
    private static final BigInteger PPM_OF_PPM = BigInteger.valueOf(ONE_PPM * ONE_PPM);

    private PicoUsd() {}

    /**
     * The amount that a decimal number of dollars names.
     *
     * @throws IllegalArgumentException with what was found and what was expected
     */
    public static long parse(String dollars) {
        BigDecimal value;
        try {
            value = new BigDecimal(dollars);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("found \"" + dollars + "\", expected an amount of dollars", e);
        }
        return of(value);
    }

    /**
     * The amount of that many dollars.
     *
     * @throws IllegalArgumentException if it is negative, too large or has more than 12 decimal places
     */
    public static long of(BigDecimal dollars) {
        if (dollars.signum() == 0) {
            return 0;
        }
        // Compared before anything is scaled: 1e999999999 would fill the heap with zeros.
        if (dollars.signum() < 0 || dollars.compareTo(MOST_DOLLARS) > 0) {
            throw new IllegalArgumentException("found " + shown(dollars) + ", expected an amount of 0 to "
                    + MOST_DOLLARS.toPlainString() + " dollars");
        }
        BigDecimal plain = dollars.stripTrailingZeros();
        if (plain.scale() > PLACES) {
            throw new IllegalArgumentException(
                    "found " + shown(dollars) + ", expected at most " + PLACES + " decimal places");
        }
        return plain.movePointRight(PLACES).longValueExact();
    }

    private static String shown(BigDecimal value) {
        String text = value.toString();
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    /** Dollars as a plain decimal without needless zeros: {@code 0.0000049}, {@code 25}, {@code -0.5}. */
    public static String print(long picoUsd) {
        // Room for the sign, the seven digits of the most dollars, the point and the places.
        byte[] text = new byte[22];
        int at = text.length;
        // Worked on as a negative number, which has room for the smallest one.
        long rest = picoUsd > 0 ? -picoUsd : picoUsd;
        boolean fraction = false;
        for (int place = 0; place < PLACES; place++) {
            int digit = (int) -(rest % 10);
            rest /= 10;
            if (digit != 0 || fraction) {
                text[--at] = (byte) ('0' + digit);
                fraction = true;
            }
        }
        if (fraction) {
            text[--at] = '.';
        }
        do {
            text[--at] = (byte) ('0' - (int) (rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (picoUsd < 0) {
            text[--at] = '-';
        }
        return new String(text, at, text.length - at, StandardCharsets.ISO_8859_1);
    }

    /** The sum, or the nearest amount there is. */
    public static long addSaturating(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? MIN : MAX;
        }
        return sum;
    }

    /** The product, or the nearest amount there is. */
    public static long timesSaturating(long a, long b) {
        long product = a * b;
        long high = Math.multiplyHigh(a, b);
        if (high == product >> 63) {
            return product;
        }
        return high < 0 ? MIN : MAX;
    }

    /**
     * What a sum of counts times rates comes to: {@code sum / 10^6 * factor}, rounded half up once.
     *
     * @param sum of counts times rates per million, at least 0
     * @param factorPpm factor in millionths, at least 0
     */
    public static long perMillionHalfUp(long sum, long factorPpm) {
        return perMillion(sum, factorPpm, false);
    }

    /** As {@link #perMillionHalfUp}, rounded up. */
    public static long perMillionCeiling(long sum, long factorPpm) {
        return perMillion(sum, factorPpm, true);
    }

    private static long perMillion(long sum, long factorPpm, boolean ceiling) {
        long whole = sum / ONE_PPM;
        long rest = sum % ONE_PPM;
        if (factorPpm == ONE_PPM) {
            return whole + (roundsUp(rest, ONE_PPM, ceiling) ? 1 : 0);
        }
        // sum * factor = (whole * factor) * 10^6 + rest * factor, each kept apart so that a long holds it.
        long scaled = whole * factorPpm;
        if (Math.multiplyHigh(whole, factorPpm) != 0 || scaled < 0 || factorPpm >= MAX / ONE_PPM) {
            return wide(sum, factorPpm, ceiling);
        }
        long low = rest * factorPpm;
        long millionths = addSaturating(scaled, low / ONE_PPM);
        if (millionths == MAX) {
            return wide(sum, factorPpm, ceiling);
        }
        long remainder = millionths % ONE_PPM * ONE_PPM + low % ONE_PPM;
        return millionths / ONE_PPM + (roundsUp(remainder, ONE_PPM * ONE_PPM, ceiling) ? 1 : 0);
    }

    private static long wide(long sum, long factorPpm, boolean ceiling) {
        return quotient(BigInteger.valueOf(sum).multiply(BigInteger.valueOf(factorPpm)), PPM_OF_PPM, ceiling);
    }

    private static boolean roundsUp(long remainder, long unit, boolean ceiling) {
        return ceiling ? remainder > 0 : remainder >= unit - remainder;
    }

    /**
     * A quotient of numbers that no {@code long} holds, or {@link #MAX}.
     *
     * @param numerator at least 0
     * @param denominator above 0
     * @param ceiling rounded up, else half up
     */
    public static long quotient(BigInteger numerator, BigInteger denominator, boolean ceiling) {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        boolean up = ceiling ? parts[1].signum() > 0 : parts[1].shiftLeft(1).compareTo(denominator) >= 0;
        BigInteger amount = up ? parts[0].add(BigInteger.ONE) : parts[0];
        return amount.bitLength() > 63 ? MAX : amount.longValueExact();
    }
}
