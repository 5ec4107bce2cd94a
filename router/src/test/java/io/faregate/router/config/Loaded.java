package io.faregate.router.config;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.route.Routing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Loads configurations for tests: over a given environment, without files unless given. */
final class Loaded {
    static final PriceBook BOOK = PriceBook.builtIn();

    private Loaded() {}

    static Setup setup(Map<String, String> variables, String text) throws ConfigException {
        return setup(variables, text, Overrides.NONE);
    }

    static Setup setup(Map<String, String> variables, String text, Overrides overrides) throws ConfigException {
        return loader(variables, Map.of()).load("faregate.yaml", text, name -> null, overrides);
    }

    static Routing routing(Map<String, String> variables, String text) throws ConfigException {
        return setup(variables, text).routing();
    }

    /** A value that must be there. */
    static <T> T the(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    /** The faults as lines. */
    static List<String> faults(Map<String, String> variables, String text) {
        try {
            setup(variables, text);
            return List.of();
        } catch (ConfigException e) {
            return e.faults().stream().map(Fault::toString).toList();
        }
    }

    static List<String> warnings(Map<String, String> variables, String text) throws ConfigException {
        return setup(variables, text).warnings().stream().map(Fault::toString).toList();
    }

    static ConfigLoader loader(Map<String, String> variables, Map<String, String> files) {
        return new ConfigLoader(BOOK, new Environment(variables, files::get));
    }

    static String resource(String name) {
        try (InputStream in = Loaded.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
