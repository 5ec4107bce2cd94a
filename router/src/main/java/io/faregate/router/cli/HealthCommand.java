package io.faregate.router.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code health [URL]}: whether a service is ready, for images that have no other program to ask with. */
@Command(
        name = "health",
        mixinStandardHelpOptions = true,
        description = "Asks a router or analytics service whether it is ready.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:ready", "1:not ready, draining or not there", "2:wrong usage"})
public final class HealthCommand implements Callable<Integer> {
    private static final int PATIENCE_MILLIS = 3_000;

    private final Map<String, String> variables;

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "of the service; http://127.0.0.1:8080 without it, or at FAREGATE_ROUTER_PORT")
    private @Nullable String url;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Over the environment variables of the process. */
    public HealthCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        String base = url == null ? "http://127.0.0.1:" + variables.getOrDefault("FAREGATE_ROUTER_PORT", "8080") : url;
        String asked = base.replaceFirst("/+$", "") + "/readyz";
        try {
            HttpURLConnection connection = (HttpURLConnection) new URL(asked).openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            int status = connection.getResponseCode();
            String said = status == HttpURLConnection.HTTP_OK
                    ? new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    : "status " + status;
            (status == HttpURLConnection.HTTP_OK ? spec.commandLine().getOut() : err).println(said.strip());
            return status == HttpURLConnection.HTTP_OK ? 0 : 1;
        } catch (MalformedURLException | ClassCastException e) {
            err.println(asked + ": found another text, expected a URL such as http://127.0.0.1:8080");
            return 2;
        } catch (IOException e) {
            err.println(asked + ": " + e.getMessage());
            return 1;
        }
    }
}
