package io.faregate.analytics;

import io.faregate.analytics.backfill.BackfillCommand;
import io.faregate.analytics.cli.DecideCommand;
import io.faregate.analytics.cli.ReportCommand;
import io.faregate.analytics.simulate.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The analytics command line: one verb each for the service and for what reads from it. */
@Command(
        name = "faregate",
        mixinStandardHelpOptions = true,
        description = "What tasks cost on each arm.",
        subcommands = {
            AnalyticsCommand.class,
            ReportCommand.class,
            BackfillCommand.class,
            DecideCommand.class,
            SimulateCommand.class,
            TrainCommand.class
        })
public final class AnalyticsMain implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before anything runs
    private CommandSpec spec;

    private AnalyticsMain() {}

    /** Runs a verb; exit code 0 when done, 1 when the input is at fault, 2 for wrong usage. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new AnalyticsMain()).execute(args));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb?");
    }
}
