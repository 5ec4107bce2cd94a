package io.faregate.analytics.config;

import java.util.List;

/** All that is wrong with a configuration, at once: one line each, with key path and line. */
public final class ConfigFaults extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the faults, at least one. */
    public ConfigFaults(List<String> faults) {
        super(String.join("\n", faults));
    }
}
