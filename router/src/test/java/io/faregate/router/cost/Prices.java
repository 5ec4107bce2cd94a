package io.faregate.router.cost;

import io.faregate.router.catalog.Price;
import io.faregate.router.money.PicoUsd;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prices for tests, written as in a configuration: {@code "input 2.50, output 10.00"}. */
final class Prices {
    private final Price.Rates base;
    private final List<Price.Tier> tiers = new ArrayList<>();
    private final Map<String, Price.Rates> serviceTiers = new HashMap<>();
    private final List<Price.Change> changes = new ArrayList<>();
    private Price.@Nullable OffPeak offPeak;
    private long multiplierPpm = PicoUsd.ONE_PPM;

    private Prices(String rates) {
        base = rates(rates);
    }

    static Prices of(String rates) {
        return new Prices(rates);
    }

    Prices above(long tokens, String rates) {
        tiers.add(new Price.Tier(tokens, rates(rates)));
        return this;
    }

    Prices under(String serviceTier, String rates) {
        serviceTiers.put(serviceTier, rates(rates));
        return this;
    }

    Prices from(long epochMillis, String rates) {
        changes.add(new Price.Change(epochMillis, rates(rates)));
        return this;
    }

    Prices offPeak(String rates, Price.Window... peaks) {
        offPeak = new Price.OffPeak(rates(rates), List.of(peaks), false);
        return this;
    }

    Prices offPeakAndAtWeekends(String rates, Price.Window... peaks) {
        offPeak = new Price.OffPeak(rates(rates), List.of(peaks), true);
        return this;
    }

    Prices times(String factor) {
        multiplierPpm = new BigDecimal(factor).movePointRight(6).longValueExact();
        return this;
    }

    Price price() {
        return new Price(base, tiers, serviceTiers, offPeak, changes, multiplierPpm, "test");
    }

    private static Price.Rates rates(String text) {
        Map<String, Long> rates = new HashMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(", ")) {
            String[] words = part.split(" ");
            rates.put(words[0], PicoUsd.parse(words[1]));
        }
        Price.Rates read = new Price.Rates(
                take(rates, "input"),
                take(rates, "output"),
                take(rates, "cached_input"),
                take(rates, "cache_write"),
                take(rates, "cache_write_1h"),
                take(rates, "reasoning"),
                take(rates, "audio_input"),
                take(rates, "audio_output"),
                take(rates, "image_input"),
                take(rates, "image_output"),
                take(rates, "request"),
                take(rates, "image"),
                take(rates, "minute"),
                take(rates, "million_characters"));
        if (!rates.isEmpty()) {
            throw new IllegalArgumentException("no rates: " + rates.keySet());
        }
        return read;
    }

    private static long take(Map<String, Long> rates, String name) {
        Long rate = rates.remove(name);
        return rate == null ? Price.UNKNOWN : rate;
    }
}
