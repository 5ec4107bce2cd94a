package io.faregate.bench.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.canary.Arm;
import io.faregate.router.canary.CanarySplit;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verdict end to end: what the models really cost and do is known, and so is what must come of it. */
@Tag("slow")
class AutoPromotionTest {
    private static final double CHEAPER = 0.6;

    @TempDir
    Path dir;

    @Test
    void aTrueSavingAtEqualQualityIsPromotedAndARestartKeepsIt() throws Exception {
        try (Trial trial = new Trial(dir, 0, CHEAPER, 1, 20, List.of(20, 50))) {
            trial.startAnalytics();
            trial.tasks("r0", ids("first", 700));
            Trial.until(
                    "the next step",
                    () -> trial.inForce("r0"),
                    now -> now.path("percent").asInt() == 50);
            trial.tasks("r0", ids("second", 1_400));
            Trial.until(
                    "the promotion",
                    () -> trial.inForce("r0"),
                    now -> now.path("primary").asText().equals("new"));
            assertThat(trial.inForce("r0").path("challenger").asText()).isEqualTo("old");
            trial.tasks("r0", ids("check", 40));
            Trial.until(
                    "the end of the check",
                    () -> trial.inForce("r0"),
                    now -> now.path("percent").asInt() == 0);
            assertThat(trial.tasks("r0", ids("after", 40))).containsOnly("new");

            trial.restartRouter();
            assertThat(trial.inForce("r0").path("primary").asText()).isEqualTo("new");
            assertThat(trial.tasks("r0", ids("restarted", 40))).containsOnly("new");
            assertThat(trial.decisions())
                    .as("step, promotion, end of the check")
                    .isEqualTo(3);
        }
    }

    @Test
    void atEqualCostNoneOfTwentyIsPromoted() throws Exception {
        int routes = 20;
        int tasks = 500;
        try (Trial trial = new Trial(dir, 0, 1, routes, 50, List.of(50))) {
            for (int i = 0; i < routes; i++) {
                trial.tasks("r" + i, ids("r" + i, tasks));
            }
            trial.startAnalytics();
            for (int i = 0; i < routes; i++) {
                String route = "r" + i;
                JsonNode look = Trial.until(
                        "all tasks of " + route,
                        () -> trial.analytics("/v1/canary/" + route),
                        seen -> tasks(seen, "primary") + tasks(seen, "challenger") == tasks);
                assertThat(look.at("/decision/verdict").asText()).as(route).isNotEqualTo("promote");
                assertThat(trial.inForce(route).path("primary").asText())
                        .as(route)
                        .isEqualTo("old");
            }
        }
    }

    @Test
    void aChallengerThatFailsAndIsRescuedIsRolledBackWithItsRescuesOnItsOwnArm() throws Exception {
        try (Trial trial = new Trial(dir, 0.3, CHEAPER, 1, 50, List.of(50))) {
            assertThat(trial.tasks("r0", ids("t", 400))).contains("old", "new");
            trial.startAnalytics();
            JsonNode now = Trial.until(
                    "the rollback",
                    () -> trial.inForce("r0"),
                    state -> state.path("percent").asInt() == 0);
            assertThat(now.path("primary").asText()).isEqualTo("old");

            JsonNode look = trial.analytics("/v1/canary/r0");
            assertThat(look.at("/decision/verdict").asText()).isEqualTo("rollback");
            assertThat(look.at("/decision/reasons").toString()).contains("fall-through");
            assertThat(look.at("/arms/challenger/fallthrough_rate/value").asDouble())
                    .isBetween(0.2, 0.4);
            assertThat(look.at("/arms/challenger/error_rate/value").asDouble()).isZero();
            BigDecimal ofChallenger = look.at("/arms/challenger/cost_usd").decimalValue();
            BigDecimal ofPrimary = look.at("/arms/primary/cost_usd").decimalValue();
            JsonNode costs = trial.analytics("/v1/costs?group_by=model");
            assertThat(ofPrimary.add(ofChallenger))
                    .isEqualByComparingTo(costs.at("/total/cost_usd").decimalValue());
            assertThat(ofChallenger.subtract(cost(costs, "new")))
                    .as("what the old model cost on the challenger's arm")
                    .isPositive();
        }
    }

    @Test
    void aBrokenSplitBlocksWhateverWasSaved() throws Exception {
        CanarySplit split = new CanarySplit("e0", BigDecimal.valueOf(50));
        List<String> picked = new ArrayList<>();
        int primary = 0;
        for (int i = 0; picked.size() < 1_200; i++) {
            // Three of four of the primary's tasks never come.
            if (split.arm("t" + i) == Arm.CHALLENGER || primary++ % 4 == 0) {
                picked.add("t" + i);
            }
        }
        try (Trial trial = new Trial(dir, 0, CHEAPER, 1, 50, List.of(50))) {
            trial.tasks("r0", picked);
            trial.startAnalytics();
            JsonNode look = Trial.until(
                    "all tasks",
                    () -> trial.analytics("/v1/canary/r0"),
                    seen -> tasks(seen, "primary") + tasks(seen, "challenger") == picked.size());
            assertThat(look.at("/decision/verdict").asText()).isEqualTo("blocked");
            assertThat(look.at("/sample_ratio/alarm").asBoolean()).isTrue();
            assertThat(look.at("/relative_cost/high").asDouble())
                    .as("though the saving is there")
                    .isNegative();
            assertThat(trial.inForce("r0").path("primary").asText()).isEqualTo("old");
            assertThat(trial.inForce("r0").path("percent").asInt()).isEqualTo(50);
        }
    }

    private static List<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
    }

    private static long tasks(JsonNode look, String arm) {
        return look.path("arms").path(arm).path("mature_tasks").asLong();
    }

    private static BigDecimal cost(JsonNode costs, String model) {
        return StreamSupport.stream(costs.path("groups").spliterator(), false)
                .filter(group -> group.path("model").asText().equals(model))
                .map(group -> group.path("cost_usd").decimalValue())
                .findFirst()
                .orElseThrow();
    }
}
