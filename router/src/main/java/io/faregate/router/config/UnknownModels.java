package io.faregate.router.config;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Spelling;
import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.List;

/**
 * Models that a target names and the catalog does not know at its provider: perhaps misspelt. They can be used, since
 * providers have newer models than the catalog, but they have no price of their own. Stateless.
 */
final class UnknownModels {
    private UnknownModels() {}

    /** Warns of each; not where the target has a price, nor at providers of which the catalog knows nothing. */
    static void warn(List<TargetEntry> targets, PriceBook book, Faults faults) {
        NamedModels.each(targets, (path, target, model) -> {
            String provider = target.virtualKey();
            if (target.price() != null || book.find(provider, model) != null) {
                return;
            }
            List<String> known = book.models(provider);
            if (!known.isEmpty()) {
                List<String> near = Spelling.near(model, known);
                faults.warn(
                        path,
                        "found \"" + model + "\", which the catalog does not know at " + provider
                                + " and which has no price"
                                + (near.isEmpty() ? "" : "; near it: " + String.join(", ", near)));
            }
        });
    }
}
