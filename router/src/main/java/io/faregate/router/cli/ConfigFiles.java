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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Loads configurations from files; the built-in price book is read once. Safe for all threads; blocks. */
public final class ConfigFiles {
    private final PriceBook builtIn = PriceBook.builtIn();
    private final Map<String, String> variables;

    /** Over the environment variables of the process. */
    public ConfigFiles(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /**
     * Reads a file. The catalog's overlay stands beside it unless its path is absolute.
     *
     * @throws ConfigException if there is no such text
     */
    Opened open(Path file) throws ConfigException {
        return new Opened(file.toString(), read(file), name -> beside(file, name));
    }

    /**
     * Loads a file.
     *
     * @throws ConfigException with everything that is wrong, a missing file included
     */
    public Setup load(Path file, Overrides overrides) throws ConfigException {
        return open(file).load(overrides);
    }

    /**
     * The price book of a file, or the built-in one without a file.
     *
     * @throws ConfigException if the file or its overlay cannot be read
     */
    public PriceBook priceBook(@Nullable Path file) throws ConfigException {
        return file == null ? builtIn : open(file).priceBook();
    }

    /** What holds without any file. */
    public Setup withoutFile(Overrides overrides) throws ConfigException {
        return new Opened("environment", "", name -> name).load(overrides);
    }

    /** One reading of a configuration: its text, and of the files it names what stood in them when first asked for. */
    final class Opened {
        private final String source;
        private final String text;
        private final UnaryOperator<String> place;
        private final Map<String, Optional<String>> texts = new ConcurrentHashMap<>();
        private final ConfigLoader loader = new ConfigLoader(builtIn, new Environment(variables, this::textOrNull));

        private Opened(String source, String text, UnaryOperator<String> place) {
            this.source = source;
            this.text = text;
            this.place = place;
        }

        Setup load(Overrides overrides) throws ConfigException {
            return loader.load(source, text, this::overlay, overrides);
        }

        PriceBook priceBook() throws ConfigException {
            return loader.priceBook(source, text, this::overlay);
        }

        private @Nullable String overlay(String name) {
            return textOrNull(place.apply(name));
        }

        private @Nullable String textOrNull(String name) {
            return texts.computeIfAbsent(name, ConfigFiles::textOf).orElse(null);
        }
    }

    private static String read(Path file) throws ConfigException {
        try {
            String text = Files.readString(file);
            if (ConfigLoader.blank(text)) {
                throw fault(file, "found an empty file, expected a configuration; {} is the one that sets nothing");
            }
            return text;
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

    /** What stands in a file of that name, if it can be read. */
    static Optional<String> textOf(String name) {
        try {
            return Optional.of(Files.readString(Path.of(name)));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }
}
