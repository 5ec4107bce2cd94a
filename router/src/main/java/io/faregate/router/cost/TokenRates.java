package io.faregate.router.cost;

import io.faregate.router.catalog.Price;

/**
 * The rates that rank a candidate at one moment for prompts of one size, the price's factor not applied. Immutable.
 * Unknown ones count 0; who may not rank such a price looks at {@link Price#complete} first.
 *
 * @param input picodollars per million prompt tokens
 * @param output picodollars per million answer tokens
 * @param request picodollars per call
 */
public record TokenRates(long input, long output, long request) {
    /** The rates of a price for prompts of that many tokens. */
    public static TokenRates of(Price price, long promptTokens, long nowMillis) {
        return new TokenRates(
                rate(price, Part.INPUT, promptTokens, nowMillis),
                rate(price, Part.OUTPUT, promptTokens, nowMillis),
                rate(price, Part.REQUEST, promptTokens, nowMillis));
    }

    private static long rate(Price price, Part part, long promptTokens, long nowMillis) {
        return Math.max(0, Tariff.rate(price, null, part, promptTokens, nowMillis));
    }
}
