package io.faregate.analytics.row;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Money as a {@code long} count of 10^-12 dollar: exact in, exact out, never binary floating point. Stateless.
 */
public final class PicoUsd {
    /** Decimal places of a dollar that are kept. */
    public static final int PLACES = 12;

    private static final int LONG_SAFE_DIGITS = 18;

    private PicoUsd() {}

    /**
     * Reads a JSON number of dollars.
     *
     * @throws IllegalArgumentException if it has more than 12 places, is below 0 or does not fit
     */
    public static long parse(String dollars) {
        long value = plain(dollars);
        return value >= 0 ? value : exact(new BigDecimal(dollars));
    }

    /** The dollars of a sum of picodollars, without trailing zeros. */
    public static BigDecimal dollars(BigInteger picoUsd) {
        if (picoUsd.signum() == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal stripped = new BigDecimal(picoUsd, PLACES).stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /** The dollars of an amount of picodollars, without trailing zeros. */
    public static BigDecimal dollars(long picoUsd) {
        return dollars(BigInteger.valueOf(picoUsd));
    }

    /** Digits with at most one point and few enough of them to fit; -1 for every other spelling. */
    private static long plain(String text) {
        long value = 0;
        int point = -1;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                value = value * 10 + (c - '0');
            } else if (c == '.' && point < 0) {
                point = i;
            } else {
                return -1;
            }
        }
        int places = point < 0 ? 0 : length - point - 1;
        int digits = point < 0 ? length : length - 1;
        if (places > PLACES || digits + PLACES - places > LONG_SAFE_DIGITS) {
            return -1;
        }
        for (int i = places; i < PLACES; i++) {
            value *= 10;
        }
        return value;
    }

    private static long exact(BigDecimal dollars) {
        if (dollars.signum() < 0) {
            throw new IllegalArgumentException("money below 0: " + shown(dollars));
        }
        if (dollars.precision() - dollars.scale() > LONG_SAFE_DIGITS) {
            throw new IllegalArgumentException("money out of range: " + shown(dollars));
        }
        if (dollars.signum() != 0 && dollars.stripTrailingZeros().scale() > PLACES) {
            throw new IllegalArgumentException("money with more than 12 places: " + shown(dollars));
        }
        BigInteger pico = dollars.movePointRight(PLACES).toBigInteger();
        if (pico.bitLength() > 63) {
            throw new IllegalArgumentException("money out of range: " + shown(dollars));
        }
        return pico.longValueExact();
    }

    private static String shown(BigDecimal dollars) {
        String text = dollars.toString();
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
