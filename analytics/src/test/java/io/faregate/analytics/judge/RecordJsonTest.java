package io.faregate.analytics.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.Cohort;
import io.faregate.analytics.query.CohortQuery;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.Gathered;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.testing.Rows;
import io.faregate.analytics.testing.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordJsonTest {
    @Test
    void aStoredRecordGivesTheSameEvaluationAgain(@TempDir Path folder) {
        Random random = new Random(3);
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String cost = String.format("0.%012d", 1 + random.nextInt(1_000_000_000));
            rows.add((i % 2 == 0 ? Rows.call("r" + i, "t" + i, cost) : Rows.challenger("r" + i, "t" + i, cost))
                    .put("latency_ms", 1 + random.nextInt(1000)));
        }
        try (Store store = new Store(folder)) {
            store.add(rows.toArray());
            Cohort cohort = store.warehouse()
                    .read(c -> CohortQuery.at(
                            c,
                            Gathered.of(c, "r", Epoch.of(c, "r").get(0), Policy.DEFAULT),
                            Policy.DEFAULT,
                            Standing.FIRST,
                            UtcTime.parseMicros("2026-08-25T00:00:00Z")));
            assertThat(cohort.primary().calls()).isEqualTo(150);
            Evaluation evaluation =
                    DecisionRule.evaluate(cohort.summary(), Policy.DEFAULT, Standing.FIRST, EpochState.NEW);
            EvaluationRecord given =
                    EvaluationRecord.of(cohort.summary(), Policy.DEFAULT, Standing.FIRST, EpochState.NEW, evaluation);
            EvaluationRecord again = RecordJson.record(RecordJson.print(given));

            assertThat(again).isEqualTo(given);
            assertThat(again.again()).isEqualTo(evaluation);
            EpochState state = evaluation.state();
            assertThat(RecordJson.state(RecordJson.print(state))).isEqualTo(state);
        }
    }

    @Test
    void aRecordOfBeforeCapsWereHeldInPicodollarsIsMadeAgain() throws IOException {
        String record = text("record-with-task-cap.json");

        Replay replay = Replay.of("continue", record);

        assertThat(replay.differences()).isEmpty();
        assertThat(replay.again().configuration()).isEqualTo("97d3f5c537c9");
        assertThat(replay.again().bounds().costUpper()).isEqualTo(21.392750921159774);
        assertThat(RecordJson.record(record).policy().taskCapPicoUsd()).isEqualTo(1_500_000_000_000L);
        assertThat(RecordJson.print(RecordJson.record(record))).contains("\"tailStress\":1.0,\"taskCapUsd\":1.5}");
    }

    @Test
    void aCapThatIsNoAmountOfDollarsIsRefused() throws IOException {
        String record = text("record-with-task-cap.json").replace("\"taskCapUsd\":1.5", "\"taskCapUsd\":-1");
        assertThatThrownBy(() -> Replay.of("continue", record))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("money below 0: -1");
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = RecordJsonTest.class.getResourceAsStream("/" + resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
        }
    }

    @Test
    void idsSortByTimeAndAreOfVersionSeven() {
        String early = RecordId.of(1_787_220_000_000L, -1, -1);
        String late = RecordId.of(1_787_220_000_001L, 0, 0);
        assertThat(early)
                .isLessThan(late)
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }
}
