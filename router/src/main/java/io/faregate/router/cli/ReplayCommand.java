package io.faregate.router.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.MissingKeys;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.replay.Outcome;
import io.faregate.router.replay.OutcomeText;
import io.faregate.router.replay.Replay;
import io.faregate.router.sink.UsageHistory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code replay}: what the calls of a range would have cost under another configuration. Calls nobody. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description =
                "Prices the calls of a range again under another configuration: the same calls of the same models at"
                        + " its prices, and by its routing. Reads the row files; calls nobody. Rows that were archived or deleted"
                        + " are not read.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the configuration or the range is at fault, or there are no rows", "2:wrong usage"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final int PROGRESS_ROWS = 250_000;

    private final Map<String, String> variables;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "the other configuration")
    private Path config = Path.of("");

    @Option(
            names = "--from",
            required = true,
            paramLabel = "TIME",
            description = "the first time, RFC 3339 or a date, UTC")
    private String from = "";

    @Option(names = "--to", required = true, paramLabel = "TIME", description = "the time after the last")
    private String to = "";

    @Option(
            names = "--rows",
            paramLabel = "FOLDER",
            description = "where the row files are; usage.dir of the configuration without it")
    private @Nullable Path rows;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private long lines;

    /** Over the environment variables of the process. */
    public ReplayCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Instant first = time("--from", from);
            Instant end = time("--to", to);
            if (!first.isBefore(end)) {
                err.println("--to: found " + to + ", expected a time after " + from);
                return 1;
            }
            ConfigFiles files = new ConfigFiles(variables);
            Setup setup = planned(files.load(config, Overrides.NONE));
            Path folder = rows != null ? rows : folder(setup);
            Replay replay =
                    new Replay(setup.routing(), files.priceBook(config), first.toEpochMilli(), end.toEpochMilli());
            int read = UsageHistory.each(folder, first.toEpochMilli(), (bytes, start, stop) -> {
                replay.add(tree(bytes, start, stop));
                if (++lines % PROGRESS_ROWS == 0) {
                    err.println("replay " + lines + " rows");
                }
            });
            if (read == 0) {
                err.println(folder + ": found no row files of that range");
                return 1;
            }
            err.println("replay " + lines + " rows of " + read + " files in " + folder);
            Outcome outcome = replay.outcome();
            if (outcome.empty()) {
                err.println(folder + ": found no call from " + first + " to " + end);
                return 1;
            }
            print(outcome, first, end);
            return 0;
        } catch (ConfigException e) {
            e.faults().forEach(err::println);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
        }
        return 1;
    }

    /** The same as if every key were set that a target wants: nobody is called. */
    private Setup planned(Setup setup) throws ConfigException {
        Set<String> missing = MissingKeys.of(setup);
        if (missing.isEmpty()) {
            return setup;
        }
        spec.commandLine().getErr().println("reckoned as if set: " + String.join(", ", missing));
        Map<String, String> all = new HashMap<>(variables);
        missing.forEach(name -> all.put(name, "not-a-key"));
        return new ConfigFiles(all).load(config, Overrides.NONE);
    }

    private void print(Outcome outcome, Instant first, Instant end) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(OutcomeText.json(outcome, first.toString(), end.toString()));
        } else {
            out.println("calls from " + first + " to " + end + " under " + config);
            out.println();
            OutcomeText.lines(outcome).forEach(out::println);
        }
    }

    private Path folder(Setup setup) {
        return Path.of(variables.getOrDefault("FAREGATE_DATA_DIR", ""))
                .resolve(setup.config().usage().dir());
    }

    private static @Nullable JsonNode tree(byte[] bytes, int from, int to) {
        try {
            return JSON.readTree(bytes, from, to - from);
        } catch (IOException e) {
            return null;
        }
    }

    private static Instant time(String option, String text) {
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    option + ": found " + text + ", expected a time such as 2026-08-20T00:00:00Z or a date", e);
        }
    }
}
