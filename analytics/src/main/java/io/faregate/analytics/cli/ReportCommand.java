package io.faregate.analytics.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report}: the figures of a running service as tables. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Prints the figures of a running analytics service: each experiment, the spend, the fall-through.")
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private ServiceOption service = new ServiceOption();

    @Option(names = "--from", paramLabel = "TIME", description = "Spend from this time on, UTC, such as 2026-08-20.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Spend before this time.")
    private @Nullable String to;

    @Option(
            names = "--group-by",
            split = ",",
            defaultValue = "model,route,key",
            paramLabel = "DIMENSION",
            description = "One table of spend for each. Default: ${DEFAULT-VALUE}.")
    private List<String> groupBy = List.of();

    @Option(names = "--json", description = "Print the answers as one JSON object instead.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            AnalyticsConfig settings = service.settings();
            ObjectNode answers = ask(service.client(settings));
            print(System.out, answers);
            return 0;
        } catch (ConfigFaults | ServiceClient.Unanswered | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private ObjectNode ask(ServiceClient service) throws ServiceClient.Unanswered, InterruptedException {
        ObjectNode answers = Json.object();
        ArrayNode experiments = answers.putArray("experiments");
        for (JsonNode known : service.get("/v1/canary").path("experiments")) {
            experiments.add(
                    service.get("/v1/canary/" + encoded(known.path("route").asText()) + "?experiment="
                            + encoded(known.path("experiment").asText())));
        }
        ObjectNode costs = answers.putObject("costs");
        for (String dimension : groupBy) {
            costs.set(dimension, costs(service, dimension));
        }
        answers.set("fallthrough", service.get("/v1/fallthrough?" + range()));
        return answers;
    }

    /** All pages as one answer; their totals are the same. */
    private JsonNode costs(ServiceClient service, String dimension)
            throws ServiceClient.Unanswered, InterruptedException {
        String question = "/v1/costs?group_by=" + encoded(dimension) + range();
        JsonNode first = service.get(question);
        JsonNode page = first;
        while (!page.path("next_cursor").isNull() && !page.path("next_cursor").isMissingNode()) {
            page = service.get(
                    question + "&cursor=" + encoded(page.path("next_cursor").asText()));
            ((ArrayNode) first.path("groups")).addAll((ArrayNode) page.path("groups"));
        }
        ((ObjectNode) first).putNull("next_cursor");
        return first;
    }

    private void print(PrintStream out, ObjectNode answers) {
        if (json) {
            out.println(Json.print(answers));
            return;
        }
        for (JsonNode experiment : answers.path("experiments")) {
            out.println(ReportText.canary(experiment));
        }
        for (String dimension : groupBy) {
            out.println("Spend by " + dimension);
            out.println(ReportText.costs(dimension, answers.path("costs").path(dimension)));
        }
        out.println("Fall-through");
        out.print(ReportText.fallthrough(answers.path("fallthrough")));
    }

    private String range() {
        return (from == null ? "" : "&from=" + encoded(from)) + (to == null ? "" : "&to=" + encoded(to));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
