package io.faregate.router.config;

import io.faregate.router.catalog.Price;
import io.faregate.router.config.RouterConfig.PriceEntry;
import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the price of a target. */
final class PriceReader {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal MOST_MULTIPLIER = BigDecimal.valueOf(1_000);
    /** Dollars per million tokens outside of which somebody probably mistook the unit. */
    private static final long ODDLY_LOW_PICO_USD = PicoUsd.DOLLAR / 1_000;

    private static final long ODDLY_HIGH_PICO_USD = PicoUsd.DOLLAR * 5_000;

    private PriceReader() {}

    /** The parts that are written. */
    static PriceEntry price(Section section) {
        PriceEntry price = new PriceEntry(rates(section), tiers(section), multiplierPpm(section));
        section.end();
        return price;
    }

    private static Price.Rates rates(Section section) {
        return new Price.Rates(
                perMillion(section, "input"),
                perMillion(section, "output"),
                perMillion(section, "cached_input"),
                perMillion(section, "cache_write"),
                perMillion(section, "cache_write_1h"),
                perMillion(section, "reasoning"),
                perMillion(section, "audio_input"),
                perMillion(section, "audio_output"),
                perMillion(section, "image_input"),
                perMillion(section, "image_output"),
                section.picoUsd("request", Price.UNKNOWN),
                section.picoUsd("image", Price.UNKNOWN),
                section.picoUsd("minute", Price.UNKNOWN),
                section.picoUsd("million_characters", Price.UNKNOWN));
    }

    private static long perMillion(Section section, String key) {
        long picoUsd = section.picoUsd(key, Price.UNKNOWN);
        if (picoUsd > 0 && (picoUsd < ODDLY_LOW_PICO_USD || picoUsd > ODDLY_HIGH_PICO_USD)) {
            section.warn(key, "found an unusual price, expected dollars per million tokens, mostly from 0.001 to 5000");
        }
        return picoUsd;
    }

    private static @Nullable List<Price.Tier> tiers(Section section) {
        if (!section.has("tiers")) {
            return null;
        }
        List<Price.Tier> tiers = new ArrayList<>();
        long above = -1;
        for (Section tier : section.sections("tiers")) {
            long from = tier.whole("above", 0, 0, Long.MAX_VALUE);
            if (!tier.has("above")) {
                tier.fault("above", "found nothing, expected a whole number of prompt tokens");
            } else if (from <= above) {
                tier.fault("above", "found " + from + ", expected more than the tier before it, " + above);
            }
            above = Math.max(above, from);
            tiers.add(new Price.Tier(from, tierRates(tier)));
            tier.end();
        }
        return List.copyOf(tiers);
    }

    private static Price.Rates tierRates(Section tier) {
        return new Price.Rates(
                perMillion(tier, "input"),
                perMillion(tier, "output"),
                perMillion(tier, "cached_input"),
                perMillion(tier, "cache_write"),
                perMillion(tier, "cache_write_1h"),
                perMillion(tier, "reasoning"),
                perMillion(tier, "audio_input"),
                perMillion(tier, "audio_output"),
                perMillion(tier, "image_input"),
                perMillion(tier, "image_output"),
                Price.UNKNOWN,
                Price.UNKNOWN,
                Price.UNKNOWN,
                Price.UNKNOWN);
    }

    private static long multiplierPpm(Section section) {
        BigDecimal multiplier = section.decimal("multiplier", BigDecimal.ONE, BigDecimal.ZERO, MOST_MULTIPLIER);
        BigDecimal ppm = multiplier.multiply(MILLION);
        if (ppm.signum() != 0 && ppm.stripTrailingZeros().scale() > 0) {
            section.fault("multiplier", "found " + multiplier + ", expected at most 6 decimals");
            return MILLION.longValueExact();
        }
        return ppm.longValueExact();
    }
}
