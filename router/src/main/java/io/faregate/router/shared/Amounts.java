package io.faregate.router.shared;

import io.faregate.router.money.PicoUsd;

/** Amounts as the scripts write them: millions of picodollars, a space, and the rest below a million. Stateless. */
final class Amounts {
    private static final long MILLION = 1_000_000;

    private Amounts() {}

    static String print(long picoUsd) {
        return Math.floorDiv(picoUsd, MILLION) + " " + Math.floorMod(picoUsd, MILLION);
    }

    static long parse(String pair) {
        int space = pair.indexOf(' ');
        long millions = Long.parseLong(pair, 0, space, 10);
        return PicoUsd.addSaturating(
                PicoUsd.timesSaturating(millions, MILLION), Long.parseLong(pair, space + 1, pair.length(), 10));
    }
}
