package io.faregate.bench.storm;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code soak}: rounds of load with reloads and clients that leave, then a kill; nothing grows and nothing is lost. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        customSynopsis = "scripts/load --soak [OPTIONS]",
        description = {
            "Lets clients call failing targets round after round while the configuration changes and other clients leave",
            "in the middle of their answers, then kills the router under load. At rest after each round the heap and the",
            "open files are looked at; at the end answers, rows, day total and analytics are compared."
        })
public final class SoakCommand implements Callable<Integer> {
    private static final int ROUND_SECONDS = 10;

    @Option(names = "--minutes", defaultValue = "1", description = "of load (default: ${DEFAULT-VALUE})")
    int minutes;

    @Mixin
    private final StormOptions options = new StormOptions();

    @Override
    public Integer call() throws Exception {
        return options.run("soak", run -> {
            run.soak(Math.max(4, minutes * 60 / ROUND_SECONDS), ROUND_SECONDS);
            run.killed(ROUND_SECONDS);
        });
    }
}
