package io.faregate.router.config;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The providers that register when their variable is set, read from {@code providers.yaml} beside this class. */
final class BuiltinProviders {
    /**
     * One of them.
     *
     * @param keyVariables the variables that may hold the key, first come first served; empty when it needs none
     * @param slots how many numbered variables, {@code NAME_1} and so on, may hold further keys
     * @param baseUrlVariable a variable that replaces the URL, or empty
     * @param modelVariable a variable that must name the one model it serves, or empty
     */
    record Builtin(
            String name,
            String baseUrl,
            String dialect,
            List<String> keyVariables,
            int slots,
            String baseUrlVariable,
            String modelVariable) {
        /** The variable to tell somebody to set. */
        String variable() {
            return modelVariable.isEmpty() ? keyVariables.get(0) : modelVariable;
        }
    }

    private static final Map<String, Builtin> ALL = load();

    private BuiltinProviders() {}

    /** All of them by name, in the order in which they are told. */
    static Map<String, Builtin> all() {
        return ALL;
    }

    private static Map<String, Builtin> load() {
        Reading reading = BundledYaml.reading();
        Section file = BundledYaml.section(reading, "providers.yaml");
        Map<String, Builtin> all = new LinkedHashMap<>();
        for (String name : file.names()) {
            Section section = file.section(name);
            all.put(
                    name,
                    new Builtin(
                            name,
                            section.needed("base_url", "a URL"),
                            section.text("dialect", "openai"),
                            List.copyOf(section.texts("keys")),
                            (int) section.whole("slots", 0, 0, 64),
                            section.text("base_url_variable", ""),
                            section.text("model_variable", "")));
            section.end();
        }
        BundledYaml.check(reading);
        return all;
    }

    /** All variables that can register a provider, longest first. */
    static List<String> variables() {
        return ALL.values().stream()
                .flatMap(builtin -> builtin.modelVariable().isEmpty()
                        ? builtin.keyVariables().stream()
                        : List.of(builtin.modelVariable()).stream())
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }
}
