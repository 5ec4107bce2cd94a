package io.faregate.bench.storm;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
    @Option(names = "--clients", defaultValue = "50", description = "side by side (default: ${DEFAULT-VALUE})")
    int clients;

    @Option(
            names = "--seconds",
            defaultValue = "60",
            description = "before the kill's part (default: ${DEFAULT-VALUE})")
    int seconds;

    @Option(names = "--kill-after", defaultValue = "10", description = "seconds of load up to the kill")
    int killAfter;

    @Option(names = "--dir", description = "empty folder for rows, database and logs (default: one that is removed)")
    @Nullable
    Path dir;

    @Override
    public Integer call() throws Exception {
        try (StormRun run = new StormRun(Home.find(), Folder.of(dir), clients)) {
            run.whole(seconds);
            run.killed(killAfter);
            System.out.print(run.checks().print());
            return run.checks().broken().isEmpty() ? 0 : 1;
        } catch (IllegalStateException e) {
            System.err.println("storm: " + e.getMessage());
            return 1;
        }
    }
}
