package io.faregate.router.cli;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Fault;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Loads configurations from files; the built-in price book is read once. Safe for all threads; blocks. */
public final class ConfigFiles {
    private final PriceBook builtIn;
    private final ConfigLoader loader;

    /** Over the environment variables of the process. */
    public ConfigFiles(Map<String, String> variables) {
        this.builtIn = PriceBook.builtIn();
        this.loader = new ConfigLoader(builtIn, new Environment(variables, ConfigFiles::textOrNull));
    }

    /**
     * Loads a file. The catalog's overlay stands beside it unless its path is absolute.
     *
     * @throws ConfigException with everything that is wrong, a missing file included
     */
    public Setup load(Path file, Overrides overrides) throws ConfigException {
        return loader.load(file.toString(), read(file), name -> textOrNull(beside(file, name)), overrides);
    }

    /**
     * The price book of a file, or the built-in one without a file.
     *
     * @throws ConfigException if the file or its overlay cannot be read
     */
    public PriceBook priceBook(@Nullable Path file) throws ConfigException {
        return file == null
                ? builtIn
                : loader.priceBook(file.toString(), read(file), name -> textOrNull(beside(file, name)));
    }

    /** What holds without any file. */
    public Setup withoutFile(Overrides overrides) throws ConfigException {
        return loader.load("environment", "", ConfigFiles::textOrNull, overrides);
    }

    private static String read(Path file) throws ConfigException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw fault(file, "found no such file");
        } catch (CharacterCodingException e) {
            throw fault(file, "found bytes that are not UTF-8 text");
        } catch (IOException e) {
            throw fault(file, "found a file that cannot be read");
        }
    }

    private static ConfigException fault(Path file, String text) {
        return new ConfigException(List.of(new Fault(file.toString(), 0, "", text)));
    }

    private static String beside(Path file, String name) {
        return file.toAbsolutePath().resolveSibling(name).toString();
    }

    private static @Nullable String textOrNull(String name) {
        try {
            return Files.readString(Path.of(name));
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }
}
