package io.faregate.analytics.cli;

import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.config.ConfigReader;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --config} and {@code --url}: the running service that a verb asks. */
public final class ServiceOption {
    @Mixin
    private ConfigOption config = new ConfigOption();

    @Option(names = "--url", paramLabel = "URL", description = "The service. Default: as configured.")
    private @Nullable URI url;

    /**
     * What is configured.
     *
     * @throws ConfigFaults if the file cannot be taken
     */
    public AnalyticsConfig settings() throws ConfigFaults {
        return new ConfigReader(System.getenv()::get).read(config.file());
    }

    /** The service that {@code --url} names, or else the settings do. */
    public ServiceClient client(AnalyticsConfig settings) {
        return new ServiceClient(url == null ? ServiceClient.of(settings) : url, settings.adminKey());
    }

    /** Whether {@code --url} was given. */
    boolean named() {
        return url != null;
    }
}
