package io.faregate.router.config;

import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a number has to be, and how to say so.
 *
 * @param decimals places behind the point at most
 */
record Expected(BigDecimal least, BigDecimal most, int decimals, String words) {
    private static final int LONGEST = 60;
    private static final BigDecimal MOST_USD = BigDecimal.valueOf(9_000_000);
    private static final int MOST_DECIMALS = 18;

    /** A whole number from least to most. */
    static Expected whole(long least, long most) {
        String words = most == Long.MAX_VALUE
                ? "a whole number of at least " + least
                : "a whole number from " + least + " to " + most;
        return new Expected(BigDecimal.valueOf(least), BigDecimal.valueOf(most), 0, words);
    }

    /** A number from least to most. */
    static Expected decimal(BigDecimal least, BigDecimal most) {
        String words = "a number from " + least.toPlainString() + " to " + most.toPlainString();
        return new Expected(least, most, MOST_DECIMALS, words);
    }

    /** Dollars, exact in picodollars. */
    static Expected dollars() {
        String words = "dollars from 0 to " + MOST_USD + " with at most " + PicoUsd.PLACES + " decimals";
        return new Expected(BigDecimal.ZERO, MOST_USD, PicoUsd.PLACES, words);
    }

    /** Whether a number is as expected. */
    boolean holds(BigDecimal number) {
        return number.compareTo(least) >= 0
                && number.compareTo(most) <= 0
                && (number.signum() == 0 || number.stripTrailingZeros().scale() <= decimals);
    }

    /** A number as YAML and JSON spell it, or null. */
    static @Nullable BigDecimal parse(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        try {
            if (text.startsWith("0x") || text.startsWith("0o")) {
                return BigDecimal.valueOf(Long.parseLong(text.substring(2), text.charAt(1) == 'x' ? 16 : 8));
            }
            BigDecimal number = new BigDecimal(text);
            // A huge exponent would make each later step slow.
            return Math.abs((long) number.scale()) > LONGEST ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Words in a row: {@code a, b or c}. */
    static String oneOf(Collection<String> words) {
        List<String> all = new ArrayList<>(words);
        if (all.size() < 2) {
            return String.join("", all);
        }
        return String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.get(all.size() - 1);
    }
}
