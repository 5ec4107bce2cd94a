package io.faregate.router.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which configuration file a command means. */
final class ConfigFile {
    static final String DEFAULT = "faregate.yaml";

    private ConfigFile() {}

    /** The named file, else that of FAREGATE_CONFIG, else ./faregate.yaml if there is one, else null. */
    static @Nullable Path chosen(@Nullable Path named, Map<String, String> variables) {
        if (named != null) {
            return named;
        }
        String variable = variables.get("FAREGATE_CONFIG");
        if (variable != null && !variable.isBlank()) {
            return Path.of(variable);
        }
        Path here = Path.of(DEFAULT);
        return Files.exists(here) ? here : null;
    }
}
