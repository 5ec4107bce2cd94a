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

    /** A price with its version worked out. */
    public static Price of(
            Rates base,
            List<Tier> tiers,
            Map<String, Rates> serviceTiers,
            @Nullable OffPeak peak,
            List<Change> changes,
            long multiplierPpm) {
        String version = PriceVersion.of(base, tiers, serviceTiers, peak, changes, multiplierPpm);
        return new Price(
                base, List.copyOf(tiers), Map.copyOf(serviceTiers), peak, List.copyOf(changes), multiplierPpm, version);
    }

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
            long millionCharacters) {
        /** The names of all rates as a target's price spells them; the last four are each, the others per million. */
        public static final List<String> NAMES = List.of(
                "input",
                "output",
                "cached_input",
                "cache_write",
                "cache_write_1h",
                "reasoning",
                "audio_input",
                "audio_output",
                "image_input",
                "image_output",
                "request",
                "image",
                "minute",
                "million_characters");

        /** No rate known. */
        public static final Rates UNKNOWN_RATES = new Rates(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);

        /** All rates in the order of {@link #NAMES}. */
        public long[] values() {
            return new long[] {
                input,
                output,
                cachedInput,
                cacheWrite,
                cacheWrite1h,
                reasoning,
                audioInput,
                audioOutput,
                imageInput,
                imageOutput,
                request,
                image,
                minute,
                millionCharacters
            };
        }

        /** These rates, with those of another where one is unknown. */
        public Rates over(Rates other) {
            return new Rates(
                    either(input, other.input),
                    either(output, other.output),
                    either(cachedInput, other.cachedInput),
                    either(cacheWrite, other.cacheWrite),
                    either(cacheWrite1h, other.cacheWrite1h),
                    either(reasoning, other.reasoning),
                    either(audioInput, other.audioInput),
                    either(audioOutput, other.audioOutput),
                    either(imageInput, other.imageInput),
                    either(imageOutput, other.imageOutput),
                    either(request, other.request),
                    either(image, other.image),
                    either(minute, other.minute),
                    either(millionCharacters, other.millionCharacters));
        }

        private static long either(long rate, long other) {
            return rate == UNKNOWN ? other : rate;
        }
    }

    /**
     * Rates for all tokens of a request whose prompt has more than {@code above} tokens;
     * unknown ones keep the base.
     */
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
