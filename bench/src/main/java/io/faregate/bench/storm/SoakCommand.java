package io.faregate.bench.storm;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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

    @Option(names = "--clients", defaultValue = "50", description = "side by side (default: ${DEFAULT-VALUE})")
    int clients;

    @Option(names = "--dir", description = "empty folder for rows, database and logs (default: one that is removed)")
    @Nullable
    Path dir;

    @Override
    public Integer call() throws Exception {
        try (StormRun run = new StormRun(Home.find(), Folder.of(dir), clients)) {
            run.soak(Math.max(4, minutes * 60 / ROUND_SECONDS), ROUND_SECONDS);
            run.killed(ROUND_SECONDS);
            System.out.print(run.checks().print());
            return run.checks().broken().isEmpty() ? 0 : 1;
        } catch (IllegalStateException e) {
            System.err.println("soak: " + e.getMessage());
            return 1;
        }
    }
}
