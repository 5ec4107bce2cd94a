package io.faregate.bench.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All windows of one scenario: a list of rounds for each target. Not thread-safe. */
final class Rounds {
    private final Scenario scenario;
    private final Map<String, List<Window>> byTarget = new LinkedHashMap<>();

    Rounds(Scenario scenario) {
        this.scenario = scenario;
    }

    Scenario scenario() {
        return scenario;
    }

    void add(String target, Window window) {
        byTarget.computeIfAbsent(target, first -> new ArrayList<>()).add(window);
    }

    Map<String, List<Window>> byTarget() {
        return byTarget;
    }

    boolean has(String target) {
        return byTarget.containsKey(target);
    }

    /** One figure of every round of a target, in the order of the rounds. */
    List<Double> figures(String target, ToDoubleFunction<Window> figure) {
        return byTarget.getOrDefault(target, List.of()).stream()
                .mapToDouble(figure)
                .boxed()
                .toList();
    }

    long failed(String target) {
        return byTarget.getOrDefault(target, List.of()).stream()
                .mapToLong(Window::failed)
                .sum();
    }
}
