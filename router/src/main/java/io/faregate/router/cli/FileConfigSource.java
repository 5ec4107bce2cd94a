package io.faregate.router.cli;

import io.faregate.router.admin.ConfigSource;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Setup;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration file with what the environment overrides in it. Immutable, thread-safe. */
final class FileConfigSource implements ConfigSource {
    private static final String PORT = "FAREGATE_ROUTER_PORT";
    private static final int LARGEST_PORT = 65_535;

    private final Path file;
    private final ConfigFiles files;
    private final Path base;
    private final @Nullable Integer port;

    private FileConfigSource(Path file, ConfigFiles files, Path base, @Nullable Integer port) {
        this.file = file;
        this.files = files;
        this.base = base;
        this.port = port;
    }

    static FileConfigSource of(Path file, Map<String, String> variables) throws StartException {
        String data = variables.getOrDefault("FAREGATE_DATA_DIR", "");
        return new FileConfigSource(file, new ConfigFiles(variables), Path.of(data), port(variables.get(PORT)));
    }

    private static @Nullable Integer port(@Nullable String value) throws StartException {
        if (value == null || value.isBlank()) {
            return null;
        }
        try {
            int port = Integer.parseInt(value.trim());
            if (port >= 0 && port <= LARGEST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of range.
        }
        throw new StartException(PORT + ": found " + value + ", expected a port from 0 to " + LARGEST_PORT);
    }

    @Override
    public Written read() throws ConfigException {
        return files.open(file)::load;
    }

    /** The port to listen on: the environment's before the file's. */
    int port(Setup setup) {
        return port == null ? setup.config().server().port() : port;
    }

    @Override
    public Path resolve(String path) {
        return base.resolve(path).toAbsolutePath();
    }

    @Override
    public Path file() {
        return file;
    }
}
