package io.faregate.analytics.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * {@code --config}, which the verbs share: the option, else {@code FAREGATE_CONFIG},
 * else ./faregate.yaml if it is there.
 */
public final class ConfigOption {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration. Default: FAREGATE_CONFIG, else ./faregate.yaml if there is one.")
    private @Nullable Path file;

    /** The file; null when none is named and none is there. */
    @Nullable
    public Path file() {
        if (file != null) {
            return file;
        }
        String named = System.getenv("FAREGATE_CONFIG");
        if (named != null && !named.isBlank()) {
            return Path.of(named);
        }
        Path here = Path.of("faregate.yaml");
        return Files.exists(here) ? here : null;
    }
}
