package io.faregate.router.config;

import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.RouterConfig.CatalogOptions;
import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Models that the catalog says not to go to: retired ones, and those paid for with permission to train. */
final class BarredModels {
    private BarredModels() {}

    /** Why a model is not routed to unless the configuration allows it, or null. */
    static @Nullable String reason(@Nullable CatalogEntry known, CatalogOptions options) {
        if (known == null) {
            return null;
        }
        if (known.retired() && !options.allowRetired()) {
            String since = known.retiredOn().isEmpty() ? "" : " since " + known.retiredOn();
            return "retired" + since + ", so that nothing is routed there unless catalog.allow_retired is true";
        }
        if (known.trainsOnData() && !options.allowTraining()) {
            return "paid for with permission to train on prompts, so that nothing is routed there unless "
                    + "catalog.allow_training is true";
        }
        return null;
    }

    /** Warns of each model that a target names in vain. */
    static void warn(List<TargetEntry> targets, CatalogOptions options, PriceBook book, Faults faults) {
        NamedModels.each(targets, (path, target, model) -> {
            String reason = reason(book.find(target.virtualKey(), model), options);
            if (reason != null) {
                faults.warn(path, "found " + target.virtualKey() + "/" + model + ", which is " + reason);
            }
        });
    }
}
