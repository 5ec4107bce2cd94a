package io.faregate.router.route;

import io.faregate.router.catalog.Spelling;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What is told of a model that leads nowhere: who would serve it but can't be called, or near names. Stateless. */
public final class UnknownModel {
    /** What is longer, nobody misspelt. */
    private static final int LONGEST_SPELT = 100;

    private UnknownModel() {}

    /**
     * The refusal.
     *
     * @param open whether whoever asked may use a route of that name: no name of another is told
     */
    public static Refusal refusal(Routing routing, String model, Predicate<String> open) {
        return Refusal.of(404, "invalid_request_error", "model_not_found", words(routing, model, open));
    }

    private static String words(Routing routing, String model, Predicate<String> open) {
        String start = "No target serves the model '" + Refusal.cut(model) + "'";
        List<Absent> absent = routing.absent().getOrDefault(model, List.of());
        if (!absent.isEmpty() && open.test(Route.DEFAULT)) {
            return start + "; these would: " + Absent.words(absent) + ".";
        }
        if (model.length() > LONGEST_SPELT) {
            return start + ".";
        }
        List<String> names = routing.models().stream()
                .filter(name -> {
                    Route route = routing.route(name);
                    return route != null && open.test(route.name());
                })
                .toList();
        List<String> near = Spelling.nearOrHolding(model, names);
        return near.isEmpty()
                ? start + "."
                : start + "; near it: " + near.stream().map(Refusal::cut).collect(Collectors.joining(", ")) + ".";
    }
}
