package io.faregate.router.shared;

import io.faregate.router.money.PicoUsd;

/** Amounts as the scripts write them: millions of picodollars, a space, and the rest below a million. Stateless. */
final class Amounts {
    private static final long MILLION = 1_000_000;

    private Amounts() {}

    static String print(long picoUsd) {
        return Math.floorDiv(picoUsd, MILLION) + " " + Math.floorMod(picoUsd, MILLION);
    }

    /** As {@link #print}, at the end of a text, after a space. */
    static void append(StringBuilder text, long picoUsd) {
        text.append(' ').append(Math.floorDiv(picoUsd, MILLION)).append(' ').append(Math.floorMod(picoUsd, MILLION));
    }

    static long parse(String pair) {
        return parse(pair, 0, pair.length());
    }

    /** The first of two amounts in one text. */
    static long parseFirst(String pairs) {
        return parse(pairs, 0, endOfFirst(pairs));
    }

    static long parseSecond(String pairs) {
        return parse(pairs, endOfFirst(pairs) + 1, pairs.length());
    }

    private static int endOfFirst(String pairs) {
        return pairs.indexOf(' ', pairs.indexOf(' ') + 1);
    }

    private static long parse(String text, int from, int to) {
        int space = text.indexOf(' ', from);
        long millions = Long.parseLong(text, from, space, 10);
        return PicoUsd.addSaturating(
                PicoUsd.timesSaturating(millions, MILLION), Long.parseLong(text, space + 1, to, 10));
    }
}
