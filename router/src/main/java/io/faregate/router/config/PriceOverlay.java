package io.faregate.router.config;

import io.faregate.router.catalog.Price;
import io.faregate.router.config.RouterConfig.PriceEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lays a target's own price over the catalog's, part by part. A part that the target states holds at all hours and
 * dates: it also replaces the catalog's cheap hours and announced changes of that part.
 */
final class PriceOverlay {
    private static final long NO_FACTOR_PPM = 1_000_000;

    private PriceOverlay() {}

    /** The price that holds, or null when neither has one. */
    static @Nullable Price over(@Nullable PriceEntry own, @Nullable Price known) {
        if (own == null) {
            return known;
        }
        if (known == null) {
            List<Price.Tier> tiers = own.tiers() == null ? List.of() : own.tiers();
            boolean nothing = own.rates().equals(Price.Rates.UNKNOWN_RATES) && tiers.isEmpty();
            return nothing ? null : Price.of(own.rates(), tiers, Map.of(), null, List.of(), own.multiplierPpm());
        }
        Price.OffPeak peak = known.peak();
        return Price.of(
                own.rates().over(known.base()),
                own.tiers() == null ? known.tiers() : own.tiers(),
                known.serviceTiers(),
                peak == null
                        ? null
                        : new Price.OffPeak(own.rates().over(peak.rates()), peak.peakWindows(), peak.weekdaysOnly()),
                known.changes().stream()
                        .map(change -> new Price.Change(
                                change.fromEpochMillis(), own.rates().over(change.rates())))
                        .toList(),
                own.multiplierPpm() == NO_FACTOR_PPM ? known.multiplierPpm() : own.multiplierPpm());
    }
}
