package io.faregate.analytics.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.answer.EvaluationsJson;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.AnalyticsConfig;
import io.faregate.analytics.config.ConfigFaults;
import io.faregate.analytics.judge.Replay;
import io.faregate.analytics.query.Records;
import io.faregate.analytics.store.StoreException;
import io.faregate.analytics.store.Warehouse;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code decide --replay}: a recorded decision made again, here, from the sums that its record holds. */
@Command(
        name = "decide",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a recorded decision again from its record and compares the two.",
            "The record comes from the running service, else from the database of one that is stopped.",
            "Exit codes: 0 equal, 1 not equal or no such record, 2 wrong usage."
        })
public final class DecideCommand implements Callable<Integer> {
    @Mixin
    private ServiceOption service = new ServiceOption();

    @Option(
            names = "--replay",
            required = true,
            paramLabel = "ID",
            description = "The record_id of the decision, as /v1/canary/ROUTE tells it.")
    private String id = "";

    @Option(names = "--json", description = "Print one JSON object instead.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            AnalyticsConfig settings = service.settings();
            JsonNode record = record(settings);
            if (record == null) {
                System.err.println("there is no recorded decision with the id " + id);
                return 1;
            }
            Replay replay = Replay.of(
                    record.path("verdict").asText(), record.path("record").toString());
            System.out.println(json ? Json.print(answer(record, replay)) : ReplayText.of(record, replay));
            return replay.equal() ? 0 : 1;
        } catch (ConfigFaults | ServiceClient.Unanswered | StoreException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private @Nullable JsonNode record(AnalyticsConfig settings) throws ServiceClient.Unanswered, InterruptedException {
        JsonNode found;
        try {
            found = service.client(settings).get("/v1/evaluations?record_id=" + URLEncoder.encode(id, UTF_8));
        } catch (ServiceClient.Unanswered e) {
            if (!e.nobodyThere() || service.named() || !Files.exists(settings.database())) {
                throw e;
            }
            try (Warehouse warehouse = Warehouse.open(settings.database(), 1)) {
                found = EvaluationsJson.of(warehouse.read(c -> Records.find(c, id, null)));
            }
        }
        return found.path("evaluations").get(0);
    }

    private static ObjectNode answer(JsonNode record, Replay replay) {
        ObjectNode answer = Json.object();
        for (String name : new String[] {"record_id", "ts", "route", "experiment", "epoch", "challenger", "tasks"}) {
            answer.set(name, record.path(name));
        }
        answer.put("configuration", replay.again().configuration());
        answer.put("recorded_verdict", replay.recordedVerdict());
        answer.put("verdict", replay.again().verdict());
        texts(answer, "reasons", replay.again().reasons());
        texts(answer, "missing", replay.again().missing());
        answer.set("bounds", replay.bounds());
        answer.put("equal", replay.equal());
        texts(answer, "differences", replay.differences());
        return answer;
    }

    private static void texts(ObjectNode answer, String name, Iterable<String> texts) {
        ArrayNode list = answer.putArray(name);
        texts.forEach(list::add);
    }
}
