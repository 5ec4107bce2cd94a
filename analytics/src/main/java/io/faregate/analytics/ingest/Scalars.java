package io.faregate.analytics.ingest;

import io.faregate.analytics.row.PicoUsd;

/** Numbers of a row as the router spells them. Stateless. */
final class Scalars {
    /** A double holds these digits, and a power of ten of as many zeros, exactly: their quotient is rounded once. */
    private static final int EXACT_DIGITS = 15;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private Scalars() {}

    /** Dollars as picodollars. */
    static long money(LineCursor cursor) throws Unsure {
        int from = cursor.at();
        long value = cursor.decimal();
        int places = cursor.places();
        int digits = cursor.at() - from - (places > 0 ? 1 : 0);
        if (places > PicoUsd.PLACES || digits + PicoUsd.PLACES - places > LineCursor.SAFE_DIGITS) {
            throw Unsure.UNSURE;
        }
        for (int i = places; i < PicoUsd.PLACES; i++) {
            value *= 10;
        }
        return value;
    }

    /** A number from 0 up, the same as {@link Double#parseDouble} would give. */
    static double number(LineCursor cursor) throws Unsure {
        int from = cursor.at();
        long digits = cursor.decimal();
        if (cursor.at() - from > EXACT_DIGITS) {
            throw Unsure.UNSURE;
        }
        return digits / POWERS[cursor.places()];
    }
}
