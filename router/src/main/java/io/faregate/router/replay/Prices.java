package io.faregate.router.replay;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.Price;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.cost.CostModel;
import io.faregate.router.replay.OldCall.Bill;
import io.faregate.router.route.Route;
import io.faregate.router.route.Routing;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prices of a configuration, its targets' own before the catalog's. For one thread. */
final class Prices {
    private record Place(String target, String model) {}

    private final Map<Place, Price> own = new HashMap<>();
    private final Map<String, Price> catalog = new HashMap<>();
    private final PriceBook book;

    Prices(Routing routing, PriceBook book) {
        this.book = book;
        for (Route route : routing.routes().values()) {
            route.candidates().forEach(this::add);
            if (route.canary() != null) {
                route.canary().challenger().forEach(this::add);
            }
        }
    }

    private void add(Candidate candidate) {
        if (candidate.price() != null) {
            own.put(new Place(candidate.target().name(), candidate.model()), candidate.price());
        }
    }

    /** Picodollars that a call would have cost at the places that were billed; null if one has no known price. */
    @Nullable
    Long cost(OldCall call) {
        long sum = 0;
        for (Bill bill : call.bills()) {
            Price price = price(bill);
            Long cost =
                    price == null ? null : CostModel.actual(price, bill.usage(), bill.units(), call.arrivalMillis());
            if (cost == null) {
                return null;
            }
            sum = Math.addExact(sum, cost);
        }
        return sum;
    }

    private @Nullable Price price(Bill bill) {
        Price price = own.get(new Place(bill.target(), bill.model()));
        if (price != null) {
            return price;
        }
        String key = bill.provider() + "/" + bill.model();
        if (!catalog.containsKey(key)) {
            CatalogEntry entry = book.find(bill.provider(), bill.model());
            catalog.put(key, entry == null ? null : entry.price());
        }
        return catalog.get(key);
    }
}
