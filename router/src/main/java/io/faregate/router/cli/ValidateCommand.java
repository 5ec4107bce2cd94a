package io.faregate.router.cli;

import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Fault;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code validate FILE}: every fault of a configuration at once, each with its line and key path. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Checks a configuration and lists every fault at once.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the configuration can be used", "1:it cannot", "2:wrong usage"})
public final class ValidateCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Parameters(paramLabel = "FILE", description = "the configuration, YAML or JSON")
    private Path file = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Over the environment variables of the process. */
    public ValidateCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Setup setup = new ConfigFiles(variables).load(file, Overrides.NONE);
            setup.warnings().forEach(warning -> err.println("warning: " + warning));
            spec.commandLine()
                    .getOut()
                    .println(file + ": ok, " + setup.routing().targets().size() + " of "
                            + setup.configuredTargets() + " targets registered, "
                            + setup.config().routes().size() + " named routes");
            return 0;
        } catch (ConfigException e) {
            for (Fault fault : e.faults()) {
                err.println(fault);
            }
            return 1;
        }
    }
}
