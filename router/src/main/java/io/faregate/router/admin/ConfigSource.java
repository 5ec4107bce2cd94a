package io.faregate.router.admin;

import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import java.nio.file.Path;

/** Where the configuration of a running router comes from. Thread-safe; blocks. */
public interface ConfigSource {
    /**
     * Reads what is written there now.
     *
     * @throws ConfigException if it cannot be read
     */
    Written read() throws ConfigException;

    /** A configuration as it was read once, with all files that it names: later changes on disk do not alter it. */
    interface Written {
        /**
         * Loads it.
         *
         * @param overrides what was changed while running
         * @throws ConfigException with everything that is wrong
         */
        Setup load(Overrides overrides) throws ConfigException;
    }

    /** A path of the configuration, against the base of all data. */
    Path resolve(String path);

    /** The file to watch. */
    Path file();
}
