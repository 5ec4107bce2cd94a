package io.faregate.analytics.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code faregate simulate}: how often the whole rule is wrong when the truth is known. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Draws experiments with known truths and counts the verdicts of the whole rule, looking after every task,"
                    + " beside a t test repeated after every task.",
            "A star marks wrong verdicts. Seeds are fixed: the same command prints the same figures."
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final int QUICK_RUNS = 150;
    private static final int QUICK_TASKS = 8_000;
    private static final List<String> QUICK =
            List.of("null-cost-s1.0-", "tail-blow-up-k1", "fail-10-50", "equal-cost-s1.0", "split-5-10", "saves-50");

    /** Set by scripts/faregate. */
    private static final String TERMINAL = "faregate.stderr.terminal";

    private static final double SIGMA = 1;
    private static final double ALPHA = 0.05;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--quick", description = "a few scenarios, few and short runs: under a minute")
    private boolean quick;

    @Option(names = "--json", description = "prints one JSON object a line instead of a table")
    private boolean json;

    @Option(names = "--list", description = "lists the scenarios and ends")
    private boolean list;

    @Option(names = "--plan", description = "prints how many tasks a proof of a saving takes, and ends")
    private boolean plan;

    @Option(names = "--runs", paramLabel = "N", description = "runs a scenario (2000; quick: 150)")
    private @Nullable Integer runs;

    @Option(names = "--scenario", paramLabel = "TEXT", description = "only scenarios whose name contains this")
    private @Nullable String scenario;

    @Option(names = "--seed", paramLabel = "N", description = "adds to every seed (0)")
    private long seed;

    @Option(names = "--threads", paramLabel = "N", description = "threads (one a processor)")
    private int threads = Runtime.getRuntime().availableProcessors();

    @ArgGroup(exclusive = false, heading = "A scenario of your own instead of the shipped ones:%n")
    private @Nullable OwnScenario own;

    /** Runs the scenarios; the table to stdout, progress to stderr. */
    @Override
    public Integer call() throws InterruptedException, JsonProcessingException {
        List<Scenario> chosen = chosen();
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            chosen.forEach(one -> out.println(one.name() + "  " + one.question()));
            out.flush();
            return 0;
        }
        if (plan) {
            out.print(PlanTable.of(SIGMA, ALPHA));
            out.flush();
            return 0;
        }
        int repetitions = runs != null ? runs : quick ? QUICK_RUNS : 2_000;
        if (repetitions < 1 || threads < 1) {
            throw new ParameterException(spec.commandLine(), "--runs and --threads must be at least 1");
        }
        if (!json) {
            out.println(ResultTable.HEADER);
        }
        ObjectMapper mapper = new ObjectMapper();
        try (Runner runner = new Runner(threads)) {
            Progress progress =
                    new Progress(spec.commandLine().getErr(), Boolean.getBoolean(TERMINAL), chosen.size(), repetitions);
            for (Scenario one : chosen) {
                progress.begin(one.name());
                ScenarioResult result = runner.run(one, repetitions, progress::told);
                progress.clear();
                out.println(json ? mapper.writeValueAsString(ResultTable.members(result)) : ResultTable.row(result));
                out.flush();
            }
        }
        return 0;
    }

    private List<Scenario> chosen() {
        OwnScenario mine = own;
        String wanted = scenario;
        List<Scenario> chosen = mine != null
                ? List.of(mine.scenario(1 + seed))
                : Scenarios.shipped().stream()
                        .filter(one -> wanted == null || one.name().contains(wanted))
                        .filter(one -> !quick || QUICK.stream().anyMatch(one.name()::startsWith))
                        .map(one -> one.reseeded(one.seed() + seed))
                        .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no scenario contains '" + wanted + "'; see --list");
        }
        return quick ? chosen.stream().map(one -> one.shortened(QUICK_TASKS)).toList() : chosen;
    }
}
