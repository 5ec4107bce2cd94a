package io.faregate.router.cost;

import io.faregate.router.catalog.Price;

/** The highest rate that could apply to a token of a request. Stateless. */
final class WorstCase {
    private WorstCase() {}

    /** Picodollars per million tokens of the prompt at most, {@link Price#UNKNOWN} if nobody knows. */
    static long inputRate(Price price, Ask ask, long nowMillis) {
        long rate = highest(price, ask, Part.INPUT, nowMillis);
        rate = Math.max(rate, highest(price, ask, Part.CACHE_WRITE, nowMillis));
        rate = Math.max(rate, highest(price, ask, Part.CACHE_WRITE_1H, nowMillis));
        if (ask.audio()) {
            rate = Math.max(rate, highest(price, ask, Part.AUDIO_INPUT, nowMillis));
        }
        if (ask.vision()) {
            rate = Math.max(rate, highest(price, ask, Part.IMAGE_INPUT, nowMillis));
        }
        return rate;
    }

    /** Picodollars per million tokens of the answer at most, {@link Price#UNKNOWN} if nobody knows. */
    static long outputRate(Price price, Ask ask, long nowMillis) {
        long rate = highest(price, ask, Part.OUTPUT, nowMillis);
        rate = Math.max(rate, highest(price, ask, Part.REASONING, nowMillis));
        rate = Math.max(rate, highest(price, ask, Part.IMAGE_OUTPUT, nowMillis));
        if (ask.audio()) {
            rate = Math.max(rate, highest(price, ask, Part.AUDIO_OUTPUT, nowMillis));
        }
        return rate;
    }

    /** The highest of one part, without stand-ins: the part that stands in is looked at by itself. */
    private static long highest(Price price, Ask ask, Part part, long nowMillis) {
        // A call that ends in another hour than it began in may be billed at peak: the hour of now is no bound.
        long rate = Tariff.atPeak(price, part, nowMillis);
        Price.OffPeak offPeak = price.peak();
        if (offPeak != null) {
            rate = Math.max(rate, part.of(offPeak.rates()));
        }
        for (int i = 0; i < price.tiers().size(); i++) {
            Price.Tier tier = price.tiers().get(i);
            if (ask.inputTokens() > tier.aboveTokens()) {
                rate = Math.max(rate, part.of(tier.rates()));
            }
        }
        for (Price.Rates rates : CostModel.couldApply(price, ask.serviceTier())) {
            rate = Math.max(rate, part.of(rates));
        }
        return rate;
    }
}
