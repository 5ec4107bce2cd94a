package io.faregate.router.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A short digest of everything that a price says: the first 12 hex digits of a SHA-256. Equal prices have equal
 * versions on every machine; unknown rates do not count, so that a rate added to the format changes nothing.
 */
final class PriceVersion {
    private static final int DIGITS = 12;

    private PriceVersion() {}

    static String of(
            Price.Rates base,
            List<Price.Tier> tiers,
            Map<String, Price.Rates> serviceTiers,
            Price.@Nullable OffPeak peak,
            List<Price.Change> changes,
            long multiplierPpm) {
        StringBuilder text = new StringBuilder();
        append(text, "base", base);
        tiers.forEach(tier -> append(text, "above " + tier.aboveTokens(), tier.rates()));
        new TreeMap<>(serviceTiers).forEach((name, rates) -> append(text, "service " + name, rates));
        if (peak != null) {
            append(text, "off-peak " + peak.weekdaysOnly(), peak.rates());
            peak.peakWindows()
                    .forEach(window -> text.append(window.fromMinute())
                            .append('-')
                            .append(window.toMinute())
                            .append('\n'));
        }
        changes.forEach(change -> append(text, "from " + change.fromEpochMillis(), change.rates()));
        text.append("multiplier ").append(multiplierPpm);
        return HexFormat.of().formatHex(sha256(text.toString())).substring(0, DIGITS);
    }

    private static void append(StringBuilder text, String title, Price.Rates rates) {
        text.append(title);
        long[] values = rates.values();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != Price.UNKNOWN) {
                text.append(' ').append(Price.Rates.NAMES.get(i)).append('=').append(values[i]);
            }
        }
        text.append('\n');
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
