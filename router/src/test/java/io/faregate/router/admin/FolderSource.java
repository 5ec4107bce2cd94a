package io.faregate.router.admin;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A configuration file in a folder of its own: route {@code r} with targets a, b and the challenger c. */
final class FolderSource implements ConfigSource {
    private static final PriceBook BOOK = PriceBook.builtIn();
    private static final Map<String, String> VARIABLES =
            Map.of("GROQ_API_KEY", "g", "AGENTS_KEY", "vk", "FAREGATE_ADMIN_KEY", "admin");

    private final Path folder;
    private final String more;

    FolderSource(Path folder) {
        this(folder, "");
    }

    /** With lines of its own at the end of the file. */
    FolderSource(Path folder, String more) {
        this.folder = folder;
        this.more = more;
        write("5", "25");
    }

    void write(String percent, String dailyUsd) {
        String target = "  - { name: %1$s, virtual_key: groq, model: m-%1$s, price: { input: 1, output: 1 } }\n";
        writeText("auth: { keys: [ { name: agents, key_env: AGENTS_KEY, budgets: { daily_usd: 10 } } ] }\n"
                + "budgets: { daily_usd: " + dailyUsd + " }\ntargets:\n"
                + target.formatted("a") + target.formatted("b") + target.formatted("c")
                + "routes:\n  r: { mode: fallback, targets: [a, b], canary: { challenger: c, percent: " + percent
                + ", experiment: e1 } }\n  plain: { mode: single, targets: [a] }\n"
                + more);
    }

    void writeText(String text) {
        try {
            Files.writeString(file(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Written read() {
        try {
            ConfigLoader loader = new ConfigLoader(BOOK, new Environment(VARIABLES, name -> null));
            String text = Files.readString(file());
            return overrides -> loader.load("faregate.yaml", text, name -> null, overrides);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
