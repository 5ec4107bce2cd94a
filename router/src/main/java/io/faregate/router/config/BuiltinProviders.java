package io.faregate.router.config;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The providers that register when their variable is set, read from {@code providers.yaml} beside this class. */
final class BuiltinProviders {
    private static final long FIRST_TOKEN_NANOS = 20_000_000_000L;
    private static final long TOTAL_NANOS = 180_000_000_000L;

    /**
     * One of them.
     *
     * @param keyVariables the variables that may hold the key, first come first served; empty when it needs none
     * @param slots how many numbered variables, {@code NAME_1} and so on, may hold further keys
     * @param baseUrlVariable a variable that replaces the URL, or empty
     * @param modelVariable a variable that must name the one model it serves, or empty
     * @param firstTokenNanos how long a first token may take where a target does not say
     * @param totalNanos how long a whole answer may take where a target does not say
     */
    record Builtin(
            String name,
            String baseUrl,
            String dialect,
            List<String> keyVariables,
            int slots,
            String baseUrlVariable,
            String modelVariable,
            long firstTokenNanos,
            long totalNanos) {
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
                            section.text("model_variable", ""),
                            section.durationNanos("first_token", FIRST_TOKEN_NANOS, 1),
                            section.durationNanos("total", TOTAL_NANOS, 1)));
            section.end();
        }
        BundledYaml.check(reading);
        return all;
    }

    /** How long a provider's first token may take, built in or not. */
    static long firstTokenNanos(String provider) {
        Builtin builtin = ALL.get(provider);
        return builtin == null ? FIRST_TOKEN_NANOS : builtin.firstTokenNanos();
    }

    /** How long a provider's whole answer may take, built in or not. */
    static long totalNanos(String provider) {
        Builtin builtin = ALL.get(provider);
        return builtin == null ? TOTAL_NANOS : builtin.totalNanos();
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
