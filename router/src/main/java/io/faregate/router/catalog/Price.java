package io.faregate.router.catalog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model costs. Token rates are picodollars per million tokens, unit rates picodollars each; {@link #UNKNOWN}
 * is a rate nobody knows and 0 is known to be free. Immutable.
 *
 * @param tiers long-context prices, ascending by {@code above}
 * @param serviceTiers prices under {@code flex}, {@code priority}, {@code batch}; they replace the base prices
 * @param peak daily windows in UTC at which the base price holds while {@code offPeak} holds outside, or null
 * @param changes announced new prices by date, ascending
 * @param multiplierPpm factor on everything in millionths, 1,000,000 is none
 * @param version short stable digest of all of it, for rows
 */
public record Price(
        Rates base,
        List<Tier> tiers,
        Map<String, Rates> serviceTiers,
        @Nullable OffPeak peak,
        List<Change> changes,
        long multiplierPpm,
        String version) {
    /** A rate that nobody knows. */
    public static final long UNKNOWN = -1;

    /**
     * One set of rates.
     *
     * @param cachedInput tokens read from the provider's cache; unknown bills them as input (the other parts likewise)
     */
    public record Rates(
            long input,
            long output,
            long cachedInput,
            long cacheWrite,
            long cacheWrite1h,
            long reasoning,
            long audioInput,
            long audioOutput,
            long imageInput,
            long imageOutput,
            long request,
            long image,
            long minute,
            long millionCharacters) {}

    /** Rates for all tokens of a request whose prompt has more than {@code above} tokens; unknown ones keep the base. */
    public record Tier(long aboveTokens, Rates rates) {}

    /**
     * Cheaper rates outside the peak windows, each {@code [fromMinute, toMinute)} of the UTC day.
     *
     * @param weekdaysOnly whether the windows are peak from Monday to Friday (UTC) only
     */
    public record OffPeak(Rates rates, List<Window> peakWindows, boolean weekdaysOnly) {}

    /** A part of the UTC day in minutes; {@code to} below {@code from} runs over midnight. */
    public record Window(int fromMinute, int toMinute) {}

    /** Rates that hold from an instant on; unknown ones keep what was before. */
    public record Change(long fromEpochMillis, Rates rates) {}

    /** Whether input and output both have a rate, so that the model can be ranked and budgeted. */
    public boolean complete() {
        return base.input() >= 0 && base.output() >= 0;
    }
}
