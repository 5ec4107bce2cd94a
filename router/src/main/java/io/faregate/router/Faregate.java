package io.faregate.router;

import io.faregate.router.cli.CatalogCommand;
import io.faregate.router.cli.ExplainCommand;
import io.faregate.router.cli.HealthCommand;
import io.faregate.router.cli.PlainStart;
import io.faregate.router.cli.ReplayCommand;
import io.faregate.router.cli.RouterCommand;
import io.faregate.router.cli.RunCommand;
import io.faregate.router.cli.TrainCommand;
import io.faregate.router.cli.ValidateCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The router's command line: builds the verbs and runs the one that is asked for. */
@Command(
        name = "faregate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "An OpenAI-compatible LLM router that knows what a task costs.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the input is at fault", "2:wrong usage"})
public final class Faregate {
    private static final String NETTY_FLIGHT_RECORDER = "io.netty.jfr.enabled";

    private Faregate() {}

    /** Runs a verb and ends with its exit code. */
    public static void main(String[] args) {
        // Netty describes each of its buffer events to the flight recorder, at the cost of the first requests.
        if (System.getProperty(NETTY_FLIGHT_RECORDER) == null) {
            System.setProperty(NETTY_FLIGHT_RECORDER, "false");
        }
        System.exit(run(args, System.getenv()));
    }

    private static int run(String[] args, Map<String, String> variables) {
        Callable<Integer> plain = PlainStart.of(List.of(args), variables, Version.text());
        if (plain == null) {
            return commandLine(variables).execute(args);
        }
        try {
            return plain.call();
        } catch (Exception failure) {
            System.err.println(args[0] + ": " + failure);
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    /** All verbs over the given environment. */
    static CommandLine commandLine(Map<String, String> variables) {
        CommandLine root = new CommandLine(new Faregate());
        root.addSubcommand(new RouterCommand(variables, Version.text()));
        root.addSubcommand(new RunCommand(variables, Version.text()));
        root.addSubcommand(new ExplainCommand(variables));
        root.addSubcommand(new ValidateCommand(variables));
        root.addSubcommand(new CatalogCommand(variables));
        root.addSubcommand(new HealthCommand(variables));
        root.addSubcommand(new ReplayCommand(variables));
        root.addSubcommand(new TrainCommand(variables, Version.text()));
        root.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        root.setExecutionStrategy(parsed -> {
            if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
                root.usage(root.getErr());
                return CommandLine.ExitCode.USAGE;
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        root.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(command.getCommandName() + ": " + failure);
            return CommandLine.ExitCode.SOFTWARE;
        });
        return root;
    }
}
