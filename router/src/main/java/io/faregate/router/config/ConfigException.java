package io.faregate.router.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that cannot be used, with everything that is wrong with it. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    /** With all faults, one a line in the message. */
    public ConfigException(List<Fault> faults) {
        super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    /** All faults, in the order of the file. */
    public List<Fault> faults() {
        return faults;
    }
}
