package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.TargetEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models that targets name, by what their providers call them. Stateless. */
final class NamedModels {
    private NamedModels() {}

    /** Is told of a model, and where it is named. */
    interface Visitor {
        void visit(String path, TargetEntry target, String model);
    }

    /** Tells all of them. */
    static void each(List<TargetEntry> targets, Visitor visitor) {
        for (int i = 0; i < targets.size(); i++) {
            TargetEntry target = targets.get(i);
            String at = KeyPath.item("targets", i);
            if (target.model() != null) {
                visit(KeyPath.key(at, "model"), target, TargetAssembler.routeModel(target), visitor);
            }
            String map = KeyPath.key(at, "model_map");
            target.modelMap().forEach((name, model) -> visitor.visit(KeyPath.key(map, name), target, model));
            for (int j = 0; j < target.models().size(); j++) {
                visitor.visit(
                        KeyPath.item(KeyPath.key(at, "models"), j),
                        target,
                        target.models().get(j));
            }
        }
    }

    private static void visit(String path, TargetEntry target, @Nullable String model, Visitor visitor) {
        if (model != null) {
            visitor.visit(path, target, model);
        }
    }
}
