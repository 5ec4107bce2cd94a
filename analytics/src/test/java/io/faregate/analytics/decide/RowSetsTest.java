package io.faregate.analytics.decide;

import static io.faregate.analytics.testing.RowSetSums.close;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.analytics.testing.RowSetSums;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the tasks of the published row sets to the sums and figures of their arms. */
class RowSetsTest {
    @ParameterizedTest
    @ValueSource(strings = {"A_retry_fallback", "B_dirty_rows", "C_failures_feedback"})
    void sumsAndFiguresAgree(String name) throws IOException {
        JsonNode set = read().get(name);
        ArmSummary primary = TaskRecord.sum(tasks(set, "primary"));
        ArmSummary challenger = TaskRecord.sum(tasks(set, "canary"));
        EpochSummary epoch = new EpochSummary(1, 0.5, set.get("crossed_tasks").asLong(), 0, primary, challenger);
        Evaluation evaluation = DecisionRule.evaluate(epoch, Policy.DEFAULT, Standing.FIRST, EpochState.NEW);

        agrees(set.get("arms").get("primary"), primary, evaluation.primary());
        agrees(set.get("arms").get("canary"), challenger, evaluation.challenger());
        assertThat(evaluation.verdict()).isIn(Verdict.CONTINUE, Verdict.BLOCKED);
    }

    private static void agrees(JsonNode want, ArmSummary arm, ArmEstimates figures) {
        RowSetSums.agree(want, arm);
        close(requireNonNull(figures.costPerTaskUsd().value()), want, "cost_per_task");
        close(requireNonNull(figures.fallthroughRate().value()), want, "fallthrough_rate");
        close(requireNonNull(figures.errorRate().value()), want, "error_rate");
        ArmEstimates rated = ArmFigures.of(Arm.PRIMARY, arm, OutcomeMode.FEEDBACK);
        if (want.get("success_rate").isNull()) {
            assertThat(rated.successRate()).isEqualTo(Estimate.none("no outcome"));
        } else {
            close(requireNonNull(rated.successRate().value()), want, "success_rate");
        }
    }

    private static List<TaskRecord> tasks(JsonNode set, String arm) {
        List<TaskRecord> tasks = new ArrayList<>();
        for (JsonNode task : set.get("tasks")) {
            if (task.get("arm").asText().equals(arm)) {
                tasks.add(new TaskRecord(
                        number(task.get("cost")),
                        number(task.get("x")),
                        task.get("err").asBoolean(),
                        task.get("ft").asBoolean(),
                        task.get("refused").asBoolean(),
                        number(task.get("y")),
                        task.get("lat").asDouble()));
            }
        }
        return tasks;
    }

    private static @Nullable Double number(JsonNode value) {
        return value.isNull() ? null : (Double) value.asDouble();
    }

    private static JsonNode read() throws IOException {
        try (InputStream in = requireNonNull(RowSetsTest.class.getResourceAsStream("/statistics-rowsets.json"))) {
            return new ObjectMapper().readTree(in);
        }
    }
}
