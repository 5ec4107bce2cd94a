package io.faregate.router.cli;

import io.faregate.router.config.ConfigException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code router}: the router alone, in the foreground. */
@Command(
        name = "router",
        description = "Starts the router in the foreground; Ctrl-C or SIGTERM drains and stops it.",
        mixinStandardHelpOptions = true)
public final class RouterCommand implements Callable<Integer> {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration; FAREGATE_CONFIG or ./faregate.yaml without it")
    private @Nullable Path config;

    @Option(names = "--exit-on-stdin-eof", hidden = true, description = "end when standard input is closed")
    private boolean exitOnStdinEof;

    private final Map<String, String> variables;
    private final String version;

    /** Over the environment variables of the process. */
    public RouterCommand(Map<String, String> variables, String version) {
        this(variables, version, null);
    }

    RouterCommand(Map<String, String> variables, String version, @Nullable Path config) {
        this.variables = variables;
        this.version = version;
        this.config = config;
    }

    @Nullable
    Path config() {
        return config;
    }

    @Override
    public Integer call() throws InterruptedException {
        Path file = ConfigFile.chosen(config, variables);
        if (file == null) {
            System.err.println("There is no configuration: give --config FILE, set FAREGATE_CONFIG, or make a "
                    + ConfigFile.DEFAULT + ".");
            return 1;
        }
        RouterProcess process;
        try {
            process = RouterProcess.start(file, variables, version);
        } catch (ConfigException e) {
            System.err.println(e.getMessage());
            return 1;
        } catch (StartException e) {
            System.err.println(e.getMessage());
            return 1;
        }
        ProcessEnd.stopOnSignal(process::stop);
        ProcessEnd.onHangUp(process::reload);
        if (exitOnStdinEof) {
            ProcessEnd.onStdinEof();
        }
        System.out.println("router ready on " + process.url());
        System.out.flush();
        Thread.currentThread().join();
        return 0;
    }
}
