package io.faregate.router.cli;

import io.faregate.router.catalog.CatalogEntry;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code catalog MODEL}: what a model costs and can do, and where the figures came from. */
@Command(
        name = "catalog",
        mixinStandardHelpOptions = true,
        description = "Prints the price entry of a model.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:found", "1:no such model", "2:wrong usage"})
public final class CatalogCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Parameters(paramLabel = "MODEL", description = "provider/model, or the name of a model at any provider")
    private String model = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration whose overlay counts; else FAREGATE_CONFIG, else faregate.yaml here")
    private @Nullable Path config;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Over the environment variables of the process. */
    public CatalogCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        try {
            PriceBook book = new ConfigFiles(variables).priceBook(file());
            List<CatalogEntry> entries = find(book);
            if (entries.isEmpty()) {
                err.println(model + ": found no such model in the catalog" + near(book));
                return 1;
            }
            if (json) {
                out.println(EntryText.json(entries));
            } else {
                entries.forEach(entry -> EntryText.lines(entry).forEach(out::println));
            }
            return 0;
        } catch (ConfigException e) {
            e.faults().forEach(err::println);
            return 1;
        }
    }

    private @Nullable Path file() {
        if (config != null) {
            return config;
        }
        String named = variables.get("FAREGATE_CONFIG");
        if (named != null) {
            return Path.of(named);
        }
        Path here = Path.of("faregate.yaml");
        return Files.exists(here) ? here : null;
    }

    private List<CatalogEntry> find(PriceBook book) {
        List<CatalogEntry> entries = new ArrayList<>();
        CatalogEntry exact = book.exact(model);
        if (exact != null) {
            return List.of(exact);
        }
        List<String> keys = new ArrayList<>(book.keys());
        Collections.sort(keys);
        for (String key : keys) {
            CatalogEntry entry = key.endsWith("/" + model) ? book.exact(key) : null;
            if (entry != null && entry.model().equals(model)) {
                entries.add(entry);
            }
        }
        int slash = model.indexOf('/');
        CatalogEntry widened = entries.isEmpty() && slash > 0
                ? book.find(model.substring(0, slash), model.substring(slash + 1))
                : null;
        if (widened != null) {
            entries.add(widened);
        }
        return entries;
    }

    private String near(PriceBook book) {
        List<String> near = book.near(model);
        return near.isEmpty() ? "" : "; near it: " + String.join(", ", near);
    }
}
