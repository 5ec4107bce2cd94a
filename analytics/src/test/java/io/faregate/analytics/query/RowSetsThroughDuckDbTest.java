package io.faregate.analytics.query;

import static io.faregate.analytics.testing.RowSetSums.close;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.store.LoadResult;
import io.faregate.analytics.testing.RowSetSums;
import io.faregate.analytics.testing.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published row sets as rows of schema 1, from the line to the sums of each arm. */
class RowSetsThroughDuckDbTest {
    private static final long NOW = UtcTime.parseMicros("2026-02-01T00:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"A_retry_fallback", "B_dirty_rows", "C_failures_feedback"})
    void sumsAgree(String name) throws IOException {
        JsonNode set = read().get(name);
        JsonNode expected = set.get("expected");
        List<Object> rows = new ArrayList<>();
        set.get("rows").forEach(rows::add);
        try (Store store = new Store(folder)) {
            LoadResult loaded = store.add(rows.toArray());
            assertThat(loaded.duplicate())
                    .isEqualTo(expected.get("duplicate_rows").asLong());
            assertThat(loaded.rejected()).isZero();

            Cohort cohort = store.warehouse().read(c -> {
                Gathered gathered = Gathered.of(c, "agent", Epoch.of(c, "agent").get(0), Policy.DEFAULT);
                return CohortQuery.at(c, gathered, Policy.DEFAULT, Standing.FIRST, NOW);
            });

            assertThat(cohort.coverage().crossedTasks())
                    .isEqualTo(expected.get("crossed_tasks").asLong());
            agrees(expected.get("arms").get("primary"), cohort.summary().primary(), cohort.primary());
            agrees(expected.get("arms").get("challenger"), cohort.summary().challenger(), cohort.challenger());
        }
    }

    private static void agrees(JsonNode want, ArmSummary arm, Cohort.ArmTotals totals) {
        assertThat(arm.tasks()).isEqualTo(want.get("n_tasks").asLong());
        RowSetSums.agree(want, arm);
        close(arm.overflowUsd(), want, "overflow_usd");
        // Calls after the window count in the totals: what was spent was spent.
        assertThat(totals.costPicoUsd().doubleValue() / 1e12)
                .isCloseTo(
                        want.get("sum_y").asDouble() + want.get("overflow_usd").asDouble(), within(1e-12));
    }

    private static JsonNode read() throws IOException {
        try (InputStream in =
                requireNonNull(RowSetsThroughDuckDbTest.class.getResourceAsStream("/cohort-rowsets.json"))) {
            return new ObjectMapper().readTree(in);
        }
    }
}
