package io.faregate.bench.jmh;

import io.faregate.bench.load.Box;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jmh}: benchmarks with their allocation, as a table with ratios and as JSON. */
@Command(
        name = "jmh",
        mixinStandardHelpOptions = true,
        description = "Runs the benchmarks, each with the bytes it allocates an operation. Run nothing else meanwhile.")
public final class JmhCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", defaultValue = ".*", description = "regular expression on the names (default: all)")
    String pattern = ".*";

    @Option(names = "--quick", description = "one fork, short iterations: to see that it runs, not to quote")
    boolean quick;

    @Option(names = "--forks", defaultValue = "2", description = "JVMs a benchmark (default: ${DEFAULT-VALUE})")
    int forks;

    @Option(names = "--compare", paramLabel = "OLD.json", description = "tell what changed since an earlier run")
    @Nullable
    Path compare;

    @Option(
            names = "--json",
            defaultValue = "${sys:faregate.home:-.}/bench/target/jmh.json",
            description = "where the figures go")
    Path json = Path.of("jmh.json");

    @Option(names = "--list", description = "names of the benchmarks, nothing is run")
    boolean list;

    @Override
    public Integer call() throws IOException, RunnerException {
        if (list) {
            entries().forEach(entry -> System.out.println(entry.getUsername()));
            return 0;
        }
        Map<String, Score> old = compare == null ? Map.of() : Score.read(compare);
        Path folder = json.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(pattern)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString())
                .forks(quick ? 1 : forks)
                .warmupIterations(quick ? 1 : 3)
                .warmupTime(TimeValue.milliseconds(quick ? 300 : 1_000))
                .measurementIterations(quick ? 3 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 300 : 1_000));
        System.err.println("running " + entries().size() + " benchmarks that match " + pattern);
        Map<String, Score> scores = Score.of(new Runner(options.build()).run());
        System.out.println(Box.describe());
        System.out.print(ScoreTable.print(scores, rivals()));
        if (compare != null) {
            System.out.println("\nagainst " + compare);
            System.out.print(ScoreTable.compare(scores, old));
        }
        System.err.println("figures: " + json);
        return 0;
    }

    private List<BenchmarkListEntry> entries() {
        return new ArrayList<>(BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT),
                        List.of(pattern),
                        List.of()));
    }

    /** Every rival's {@code Class.method} with the method it names. */
    private Map<String, String> rivals() {
        Map<String, String> rivals = new HashMap<>();
        for (BenchmarkListEntry entry : entries()) {
            try {
                Class<?> type = Class.forName(entry.getUserClassQName());
                for (Method method : type.getMethods()) {
                    RivalOf rival = method.getAnnotation(RivalOf.class);
                    if (rival != null) {
                        rivals.put(type.getSimpleName() + "." + method.getName(), rival.value());
                    }
                }
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("a benchmark is listed but not there", e);
            }
        }
        return rivals;
    }
}
