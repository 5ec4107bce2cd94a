package io.faregate.router.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.Overrides;
import io.faregate.router.dialect.LearnedQuirks;
import io.faregate.router.dialect.Wording;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.rank.LatencyBook;
import io.faregate.router.route.Explanation;
import io.faregate.router.route.Planner;
import io.faregate.router.route.PoolOrders;
import io.faregate.router.route.Route;
import io.faregate.router.route.RouteRequest;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Surface;
import io.faregate.router.route.UnknownModel;
import io.faregate.router.wire.BadRequest;
import io.faregate.router.wire.ChatRequest;
import io.faregate.router.wire.ChatRequestScanner;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code explain}: what would be tried for a request, in which order and at what estimated cost. Calls nobody. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Shows what would be tried for a request, in which order, at which estimated cost, and why each "
                + "other target is skipped. Calls nobody.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:the configuration or the request is at fault", "2:wrong usage"})
public final class ExplainCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "the configuration; FAREGATE_CONFIG or ./faregate.yaml without it")
    private @Nullable Path config;

    @Option(names = "--task", paramLabel = "ID", description = "the task that decides the arm of a canary")
    private String task = "explain";

    @Option(names = "--json", description = "print what POST /v1/explain answers")
    private boolean json;

    @Parameters(paramLabel = "REQUEST.json", description = "the body of a chat completion")
    private Path request = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Over the environment variables of the process. */
    public ExplainCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        Path file = ConfigFile.chosen(config, variables);
        try {
            ConfigFiles files = new ConfigFiles(variables);
            Routing routing =
                    (file == null ? files.withoutFile(Overrides.NONE) : files.load(file, Overrides.NONE)).routing();
            byte[] body = Files.readAllBytes(request);
            ChatRequestScanner scanner = new ChatRequestScanner(0);
            ChatRequest asked = scanner.scan(body, Surface.CHAT, true);
            RouteRequest wanted = asked.facts();
            Route route = routing.route(wanted.model());
            if (route == null) {
                err.println(request + ": "
                        + UnknownModel.refusal(routing, wanted.model(), known -> true)
                                .message());
                return 1;
            }
            long now = System.currentTimeMillis();
            Planner planner = new Planner(new PoolOrders(new LatencyBook(0)))
                    .objecting(Wording.plain(asked, new LearnedQuirks(), scanner, now));
            Explanation told = Explanation.of(
                    planner.plan(route, wanted, task, "", false, 0, now, 0), wanted, candidate -> null, now);
            print(told, spec.commandLine().getOut());
            return 0;
        } catch (ConfigException e) {
            err.println(e.getMessage());
        } catch (BadRequest e) {
            err.println(request + ": " + e.getMessage());
        } catch (IOException e) {
            err.println(request + ": found no file that can be read");
        }
        return 1;
    }

    private void print(Explanation told, PrintWriter out) {
        if (json) {
            out.println(asJson(told));
            return;
        }
        String arm = told.arm() == null ? "" : ", " + told.arm() + " arm";
        out.printf("route %s%s, %d tokens in, %d out%n", told.route(), arm, told.inputTokens(), told.outputTokens());
        int place = 1;
        for (Explanation.Choice choice : told.candidates()) {
            String cost = choice.costPicoUsd() < 0 ? "no price" : "$" + PicoUsd.print(choice.costPicoUsd());
            out.printf("%3d. %-20s %-32s %s%n", place++, choice.target(), choice.model(), cost);
        }
        for (Explanation.Skipped skipped : told.skipped()) {
            out.printf("  -  %-20s skipped: %s%n", skipped.target(), skipped.reason());
        }
    }

    private static String asJson(Explanation told) {
        JsonMapper mapper = JsonMapper.builder()
                .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
                .build();
        ObjectNode page = mapper.createObjectNode();
        page.put("route", told.route()).put("arm", told.arm());
        page.putObject("estimate").put("input_tokens", told.inputTokens()).put("output_tokens", told.outputTokens());
        told.candidates()
                .forEach(choice -> page.withArray("candidates")
                        .addObject()
                        .put("target", choice.target())
                        .put("model", choice.model())
                        .put(
                                "estimated_cost_usd",
                                choice.costPicoUsd() < 0 ? null : new BigDecimal(PicoUsd.print(choice.costPicoUsd()))));
        told.skipped()
                .forEach(skip -> page.withArray("skipped")
                        .addObject()
                        .put("target", skip.target())
                        .put("reason", skip.reason()));
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(page);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a page of ours that is no JSON", e);
        }
    }
}
