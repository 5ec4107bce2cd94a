package io.faregate.analytics.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.answer.Json;
import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import io.faregate.analytics.ingest.Intake;
import io.faregate.analytics.judge.Judge;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.store.Warehouse;
import io.faregate.analytics.testing.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command over the database of a service that is stopped. */
class DecideCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private String recordId = "";

    @BeforeEach
    void record() throws Exception {
        // A port on which nobody listens.
        Files.writeString(folder.resolve("faregate.yaml"), "analytics: { port: 9, database: '" + database() + "' }\n");
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            rows.add(Rows.call("p" + i, "p" + i, "0.01" + i % 7));
            rows.add(Rows.challenger("c" + i, "c" + i, "0.05" + i % 7));
        }
        try (Warehouse warehouse = Warehouse.open(database(), 2)) {
            new Intake(warehouse).store(Rows.lines(rows.toArray()).getBytes(UTF_8));
            CanaryRoute route = new CanaryRoute("r", List.of("a"), "c", 50, "e1", false, Ramp.NONE, Policy.DEFAULT);
            Look look = new Judge(
                            warehouse,
                            () -> new Canaries(Map.of("r", route), Policy.DEFAULT),
                            () -> UtcTime.parseMicros("2026-08-25T00:00:00Z"),
                            new Random(1))
                    .look("r");
            recordId = Objects.requireNonNull(Objects.requireNonNull(look).recordId());
        }
    }

    @Test
    void makesADecisionAgainAndFindsItEqual() {
        Captured run = run("--replay", recordId, "--json");
        assertThat(run.err()).isEmpty();
        JsonNode answer = Json.parse(run.out());
        assertThat(answer.path("verdict").asText()).isEqualTo("rollback");
        assertThat(answer.path("recorded_verdict").asText()).isEqualTo("rollback");
        assertThat(answer.path("reasons").get(0).asText()).contains("cost");
        assertThat(answer.at("/bounds/rollback_cost_lower").asDouble()).isBetween(2.0, 4.0);
        assertThat(answer.at("/bounds/exact_success").asBoolean(true)).isFalse();
        assertThat(answer.path("equal").asBoolean()).isTrue();
        assertThat(run.exit()).isZero();
        assertThat(run("--replay", recordId).out())
                .contains(
                        "rollback_cost_lower",
                        "\nrollback_latency_ratio_lower  ",
                        "\nas recorded                   yes");
    }

    @Test
    void tellsWhereARecordDiffers() throws Exception {
        try (Warehouse warehouse = Warehouse.open(database(), 1)) {
            warehouse.write(connection -> {
                try (var statement = connection.createStatement()) {
                    return statement.execute("UPDATE evaluations SET verdict = 'promote',"
                            + " record = replace(record, '\"verdict\":\"rollback\"', '\"verdict\":\"promote\"')");
                }
            });
        }
        Captured run = run("--replay", recordId);
        assertThat(run.out()).contains("no: recorded was promote; different: verdict");
        assertThat(run.exit()).isEqualTo(1);
    }

    @Test
    void saysThatThereIsNoSuchRecord() {
        Captured run = run("--replay", "none");
        assertThat(run.err()).isEqualTo("there is no recorded decision with the id none" + System.lineSeparator());
        assertThat(run.exit()).isEqualTo(1);
    }

    private Path database() {
        return folder.resolve("analytics.duckdb");
    }

    private Captured run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--config", folder.resolve("faregate.yaml").toString()));
        return Captured.run(new DecideCommand(), all);
    }
}
