package io.faregate.router.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.catalog.Price.Rates;
import io.faregate.router.money.PicoUsd;

/** Reads rates from the catalog's JSON: dollars as decimal texts, exact in picodollars. */
final class RatesReader {
    private static final long NONE = Price.UNKNOWN;

    private RatesReader() {}

    /** Token rates of one object; what is absent or null is unknown. */
    static Rates rates(JsonNode json) {
        return new Rates(
                usd(json, "in"),
                usd(json, "out"),
                usd(json, "cache_read"),
                usd(json, "cache_write"),
                usd(json, "cache_write_1h"),
                usd(json, "reasoning"),
                usd(json, "audio_in"),
                usd(json, "audio_out"),
                usd(json, "image_in"),
                usd(json, "image_out"),
                NONE,
                NONE,
                NONE,
                NONE);
    }

    /**
     * Unit rates.
     *
     * @param tokensToo whether tokens are billed as well: then only the fee for each request comes on top, as the other
     *     units restate the same bill
     */
    static Rates units(JsonNode json, boolean tokensToo) {
        return new Rates(
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                NONE,
                usd(json, "request"),
                tokensToo ? NONE : usd(json, "image"),
                tokensToo ? NONE : either(usd(json, "minute_in"), usd(json, "minute_out")),
                tokensToo ? NONE : either(usd(json, "mchar_in"), usd(json, "mchar_out")));
    }

    /** Output for nothing, and input too where asked for. */
    static Rates free(boolean inputToo) {
        return new Rates(
                inputToo ? 0 : NONE, 0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE);
    }

    private static long either(long rate, long other) {
        return rate == NONE ? other : rate;
    }

    private static long usd(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return NONE;
        }
        if (!value.isTextual() && !value.isNumber()) {
            throw new IllegalArgumentException(field + ": found " + value + ", expected dollars");
        }
        try {
            return PicoUsd.parse(value.asText());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + ": " + e.getMessage(), e);
        }
    }
}
