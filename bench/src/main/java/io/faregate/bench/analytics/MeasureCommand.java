package io.faregate.bench.analytics;

import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.store.Warehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code scripts/bench analytics}: fills a database with drawn rows in batches and times the load; then opens it anew, several times,
 * and times the first verdict and the first history of each opening, which nothing is warm for but the JVM. Beside each
 * time stand the seconds of processor time of all threads: on a busy box they are what can be compared.
 * Last it loads what the page asks for again and again while rows come at a bounded rate.
 *
 * <p>An entry of its own: it wants the analytics jar beside this one, which the other verbs do without.
 */
@Command(
        name = "analytics",
        mixinStandardHelpOptions = true,
        description = "Times the intake of drawn rows, and verdict and history from cold.")
public final class MeasureCommand implements Callable<Integer> {
    private static final int READERS = 2;

    @Option(names = "--rows", defaultValue = "1000000", description = "How many. Default: ${DEFAULT-VALUE}.")
    private int rows = 1_000_000;

    @Option(names = "--batch", defaultValue = "10000", description = "Rows a batch. Default: ${DEFAULT-VALUE}.")
    private int batch = 10_000;

    @Option(names = "--openings", defaultValue = "5", description = "Median of so many. Default: ${DEFAULT-VALUE}.")
    private int openings = 5;

    @Option(names = "--database", description = "A database to keep; one that is there is not filled again.")
    private @Nullable Path kept;

    @Option(
            names = "--loads",
            defaultValue = "100",
            description = "Page loads while rows come. Default: ${DEFAULT-VALUE}.")
    private int loads = 100;

    @Option(
            names = "--rate",
            defaultValue = "100000",
            description = "Rows a second meanwhile. Default: ${DEFAULT-VALUE}.")
    private int rate = 100_000;

    /** Runs it and exits with its code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MeasureCommand()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Path folder = kept == null ? Files.createTempDirectory("faregate-measure-") : null;
        Path database = kept == null ? Objects.requireNonNull(folder).resolve("a.duckdb") : kept;
        try {
            if (!Files.exists(database)) {
                fill(database);
            }
            ask(database);
            new PageLoads(rows, batch, rate).run(database, loads);
        } finally {
            if (folder != null) {
                Files.deleteIfExists(database);
                Files.deleteIfExists(folder.resolve("a.duckdb.wal"));
                Files.delete(folder);
            }
        }
        return 0;
    }

    private void fill(Path database) {
        Spent spent = Spent.NONE;
        long bytes = 0;
        double[] rates = new double[Math.max(1, rows / batch)];
        try (Warehouse warehouse = Warehouse.open(database, READERS)) {
            Intake intake = new Intake(warehouse);
            for (int i = 0; i < rates.length; i++) {
                byte[] lines = DrawnRows.lines((long) i * batch, batch, rows);
                bytes += lines.length;
                Spent began = Spent.now();
                intake.store(lines);
                Spent took = Spent.now().less(began);
                spent = spent.plus(took);
                rates[i] = batch / took.seconds();
            }
            say("rows loaded", "%,d in batches of %,d, %,d bytes a row", rows, batch, bytes / rows);
            say("rows a second", "%,.0f in all, %,.0f in the median batch", rows / spent.seconds(), median(rates));
            say("rows a processor second", "%,.0f", rows / spent.processorSeconds());
        }
    }

    private void ask(Path database) {
        Spent[] opened = new Spent[openings];
        Spent[] verdict = new Spent[openings];
        Spent[] history = new Spent[openings];
        for (int i = 0; i < openings; i++) {
            Spent began = Spent.now();
            try (Warehouse warehouse = Warehouse.open(database, READERS)) {
                opened[i] = Spent.now().less(began);
                Judge judge = judge(warehouse, () -> DrawnRows.FIRST_MICROS + 2 * DrawnRows.SPAN_MICROS);
                began = Spent.now();
                Objects.requireNonNull(judge.look(DrawnRows.ROUTE));
                verdict[i] = Spent.now().less(began);
                began = Spent.now();
                judge.history(DrawnRows.ROUTE, null);
                history[i] = Spent.now().less(began);
            }
        }
        tell("opening", opened);
        tell("verdict from cold", verdict);
        tell("history", history);
    }

    static Judge judge(Warehouse warehouse, LongSupplier nowMicros) {
        CanaryRoute route = new CanaryRoute(
                DrawnRows.ROUTE, List.of("muse-spark"), "deepseek", 50, "e1", false, Ramp.NONE, Policy.DEFAULT);
        Canaries canaries = new Canaries(Map.of(DrawnRows.ROUTE, route), Policy.DEFAULT);
        return new Judge(warehouse, () -> canaries, nowMicros, new Random(1));
    }

    private static void tell(String what, Spent[] spent) {
        say(
                what,
                "%.3f s, of processor time %.3f s",
                median(Arrays.stream(spent).mapToDouble(Spent::seconds).toArray()),
                median(Arrays.stream(spent).mapToDouble(Spent::processorSeconds).toArray()));
    }

    static double median(double[] values) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    static void say(String what, String format, Object... values) {
        System.out.printf("%-30s" + format + "%n", prepend(what, values));
    }

    private static Object[] prepend(String what, Object[] values) {
        Object[] all = new Object[values.length + 1];
        all[0] = what;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
    }
}
