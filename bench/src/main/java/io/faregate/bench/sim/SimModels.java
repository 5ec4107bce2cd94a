package io.faregate.bench.sim;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The models of one process by name. Safe for all event loops: the map never changes, each model guards itself. */
final class SimModels {
    private final Map<String, SimModel> byName = new LinkedHashMap<>();
    private final SimSettings settings;

    SimModels(SimSettings settings) {
        this.settings = settings;
        for (ModelSettings model : settings.models()) {
            byName.put(model.name(), new SimModel(model));
        }
    }

    /** The model, or null when nobody serves it, or not the provider that was asked. */
    @Nullable
    SimModel find(@Nullable String provider, String name) {
        SimModel model = byName.get(name);
        if (model == null || (provider != null && !provider.equals(model.settings.provider()))) {
            return null;
        }
        return model;
    }

    Collection<SimModel> all() {
        return byName.values();
    }

    boolean drawByBody() {
        return settings.drawByBody();
    }

    long seed(SimModel model, long key) {
        return Fate.seed(settings.seed(), model.settings.name(), key);
    }
}
