package io.faregate.router.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects what is wrong with one configuration and knows on which line each key stands. Not thread-safe. */
final class Faults {
    private final String source;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<Fault> warnings = new ArrayList<>();

    Faults(String source) {
        this.source = source;
    }

    /** Remembers the line of a key. */
    void locate(String path, int line) {
        lines.putIfAbsent(path, line);
    }

    /** Something is wrong at a key, or at a key that should stand there. */
    void add(String path, String text) {
        add(lineOf(path), path, text);
    }

    /** Something is wrong on a line. */
    void add(int line, String path, String text) {
        Fault fault = new Fault(source, line, path, text);
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /** Something is wrong with an environment variable. */
    void variable(String name, String text) {
        Fault fault = new Fault("environment", 0, name, text);
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /** Whether something is wrong at exactly that key. */
    boolean has(String path) {
        return faults.stream().anyMatch(fault -> fault.path().equals(path));
    }

    /** Something is odd but usable. */
    void warn(String path, String text) {
        Fault warning = new Fault(source, lineOf(path), path, text);
        if (!warnings.contains(warning)) {
            warnings.add(warning);
        }
    }

    /** All faults by line; those without a line last. */
    List<Fault> faults() {
        return sorted(faults);
    }

    /** All warnings by line; those without a line last. */
    List<Fault> warnings() {
        return sorted(warnings);
    }

    private static List<Fault> sorted(List<Fault> unsorted) {
        List<Fault> sorted = new ArrayList<>(unsorted);
        sorted.sort(Comparator.comparingInt(fault -> fault.line() > 0 ? fault.line() : Integer.MAX_VALUE));
        return List.copyOf(sorted);
    }

    /** The line of a key, or of the nearest key around it. */
    private int lineOf(String path) {
        String nearest = path;
        while (!nearest.isEmpty()) {
            Integer line = lines.get(nearest);
            if (line != null) {
                return line;
            }
            nearest = KeyPath.parent(nearest);
        }
        return 0;
    }
}
