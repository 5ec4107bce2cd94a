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
    private static final long DAY_MINUTES = 1_440;
    private static final long SATURDAY = 5;

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
        if (offPeak != null && !atPeakHour(offPeak, nowMillis)) {
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

    private static boolean atPeakHour(Price.OffPeak offPeak, long nowMillis) {
        long minutes = Math.floorDiv(nowMillis, MINUTE_MILLIS);
        // 1970-01-01 was a Thursday, three days after a Monday.
        long weekday = Math.floorMod(Math.floorDiv(minutes, DAY_MINUTES) + 3, 7L);
        if (offPeak.weekdaysOnly() && weekday >= SATURDAY) {
            return false;
        }
        long minute = Math.floorMod(minutes, DAY_MINUTES);
        List<Price.Window> windows = offPeak.peakWindows();
        for (int i = 0; i < windows.size(); i++) {
            Price.Window window = windows.get(i);
            boolean begun = minute >= window.fromMinute();
            boolean over = minute >= window.toMinute();
            boolean acrossMidnight = window.toMinute() < window.fromMinute();
            if (acrossMidnight ? begun || !over : begun && !over) {
                return true;
            }
        }
        return false;
    }
}
