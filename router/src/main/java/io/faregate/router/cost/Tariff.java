package io.faregate.router.cost;

import io.faregate.router.catalog.Price;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of a price's many rates holds for one call. Stateless.
 *
 * <p>From the most special to the base: the long-context tier of the whole prompt, the hours off peak, the last dated
 * change that has come, the base. A rate that a special set leaves out is that of the next one down. A service tier
 * replaces all of them, and what it leaves out is unknown.
 */
final class Tariff {
    private static final long MINUTE_MILLIS = 60_000;
    private static final int DAY_MINUTES = 1_440;

    private Tariff() {}

    /** The rate of a part, that of its stand-in, or {@link Price#UNKNOWN}. */
    static long rate(Price price, Price.@Nullable Rates serviceTier, Part part, long promptTokens, long nowMillis) {
        long rate = serviceTier == null ? dated(price, part, promptTokens, nowMillis) : part.of(serviceTier);
        Part standIn = part.standIn();
        if (rate >= 0 || standIn == part) {
            return rate;
        }
        return rate(price, serviceTier, standIn, promptTokens, nowMillis);
    }

    private static long dated(Price price, Part part, long promptTokens, long nowMillis) {
        List<Price.Tier> tiers = price.tiers();
        for (int i = tiers.size() - 1; i >= 0; i--) {
            Price.Tier tier = tiers.get(i);
            if (promptTokens > tier.aboveTokens()) {
                long rate = part.of(tier.rates());
                if (rate >= 0) {
                    return rate;
                }
                break;
            }
        }
        return underTiers(price, part, nowMillis);
    }

    private static long underTiers(Price price, Part part, long nowMillis) {
        Price.OffPeak offPeak = price.peak();
        if (offPeak != null && !inWindows(offPeak.peakWindows(), nowMillis)) {
            long rate = part.of(offPeak.rates());
            if (rate >= 0) {
                return rate;
            }
        }
        return atPeak(price, part, nowMillis);
    }

    /** The rate at peak and below every tier, without a stand-in. */
    static long atPeak(Price price, Part part, long nowMillis) {
        List<Price.Change> changes = price.changes();
        for (int i = changes.size() - 1; i >= 0; i--) {
            Price.Change change = changes.get(i);
            if (change.fromEpochMillis() <= nowMillis) {
                long rate = part.of(change.rates());
                if (rate >= 0) {
                    return rate;
                }
            }
        }
        return part.of(price.base());
    }

    private static boolean inWindows(List<Price.Window> windows, long nowMillis) {
        int minute = (int) Math.floorMod(Math.floorDiv(nowMillis, MINUTE_MILLIS), (long) DAY_MINUTES);
        for (int i = 0; i < windows.size(); i++) {
            Price.Window window = windows.get(i);
            boolean over = window.toMinute() < window.fromMinute();
            boolean inside = over
                    ? minute >= window.fromMinute() || minute < window.toMinute()
                    : minute >= window.fromMinute() && minute < window.toMinute();
            if (inside) {
                return true;
            }
        }
        return false;
    }
}
