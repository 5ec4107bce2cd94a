package io.faregate.router.server;

import io.faregate.router.admin.ConfigSource;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import java.nio.file.Path;
import java.util.Map;

/** A configuration with route {@code r}, its canary and an admin key, whose provider is a stub. */
record StubSource(Path folder, String url) implements ConfigSource {
    static final String ADMIN_KEY = "admin-secret";

    private static final Map<String, String> VARIABLES = Map.of("A_KEY", "key-a", "FAREGATE_ADMIN_KEY", ADMIN_KEY);

    @Override
    public Written read() {
        return this::load;
    }

    private Setup load(Overrides overrides) throws ConfigException {
        String target = "  - { name: %1$s, virtual_key: a, model: m-%1$s, price: { input: 1, output: 2, image: 0.01,"
                + " minute: 0.006, million_characters: 15 } }\n";
        String text = "auth: { admin_key_env: FAREGATE_ADMIN_KEY }\nbudgets: { daily_usd: 25 }\n"
                + "providers: { a: { base_url: \"" + url + "\", api_key_env: A_KEY, dialect: openai } }\ntargets:\n"
                + target.formatted("a") + target.formatted("b")
                + "routes: { r: { mode: single, targets: [a], canary: { challenger: b, percent: 0, experiment: e1 } } }\n";
        return new ConfigLoader(PriceBook.builtIn(), new Environment(VARIABLES, name -> null))
                .load("test", text, name -> null, overrides);
    }

    @Override
    public Path resolve(String path) {
        return folder.resolve(path);
    }

    @Override
    public Path file() {
        return folder.resolve("faregate.yaml");
    }
}
