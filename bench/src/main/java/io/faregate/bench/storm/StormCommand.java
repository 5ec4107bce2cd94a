package io.faregate.bench.storm;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code storm}: clients on failing providers, then a kill under load, then the accounts are compared. */
@Command(
        name = "storm",
        mixinStandardHelpOptions = true,
        description = {
            "Lets many clients call a route of three simulated targets of which each fails one call in ten, kills the",
            "router under the same load, starts it again, and compares answers, rows, day total and analytics."
        })
public final class StormCommand implements Callable<Integer> {
    @Option(
            names = "--seconds",
            defaultValue = "60",
            description = "before the kill's part (default: ${DEFAULT-VALUE})")
    int seconds;

    @Option(names = "--kill-after", defaultValue = "10", description = "seconds of load up to the kill")
    int killAfter;

    @Mixin
    private final StormOptions options = new StormOptions();

    @Override
    public Integer call() throws Exception {
        return options.run("storm", run -> {
            run.whole(seconds);
            run.killed(killAfter);
        });
    }
}
