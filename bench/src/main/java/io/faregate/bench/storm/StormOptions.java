package io.faregate.bench.storm;

import io.faregate.bench.rig.Folder;
import io.faregate.bench.rig.Home;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every run of clients on failing providers can be told, and how it ends. */
final class StormOptions {
    @Option(names = "--clients", defaultValue = "50", description = "side by side (default: ${DEFAULT-VALUE})")
    int clients;

    @Option(
            names = "--pause-millis",
            defaultValue = "0",
            description = "of each client after an answer (default: ${DEFAULT-VALUE})")
    int pauseMillis;

    @Option(names = "--dir", description = "empty folder for rows, database and logs (default: one that is removed)")
    @Nullable
    Path dir;

    /** What is done to the programs. */
    interface Load {
        void on(StormRun run) throws Exception;
    }

    /** Runs a load, prints what was compared after it, and gives the exit code. */
    int run(String name, Load load) throws Exception {
        try (StormRun run = new StormRun(Home.find(), Folder.of(dir), clients, pauseMillis)) {
            load.on(run);
            System.out.print(run.checks().print());
            return run.checks().broken().isEmpty() ? 0 : 1;
        } catch (IllegalStateException e) {
            System.err.println(name + ": " + e.getMessage());
            return 1;
        }
    }
}
