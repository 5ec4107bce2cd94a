package io.faregate.analytics.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.row.UtcTime;
import io.faregate.analytics.testing.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CohortQueryTest extends WithStore {
    @Test
    void aTaskBelongsToTheArmOfItsFirstCallWhoeverServedAndInWhateverOrderRowsCame() {
        store.add(
                Rows.call("3", "t", "0.04").put("ts", "2026-08-20T10:02:00.000Z"),
                Rows.challenger("1", "t", "0.01").put("ts", "2026-08-20T10:00:00.000Z"),
                Rows.challenger("2", "t", "0.02")
                        .put("ts", "2026-08-20T10:01:00.000Z")
                        .put("target", "a"));
        Cohort cohort = at("2026-08-21T00:00:00Z", Policy.DEFAULT);
        assertThat(cohort.summary().challenger().tasks()).isEqualTo(1);
        assertThat(cohort.summary().primary()).isEqualTo(ArmSummary.NONE);
        assertThat(cost(cohort, Arm.CHALLENGER)).isEqualTo(70_000_000_000L);
        assertThat(cohort.coverage().crossedTasks()).isEqualTo(1);
    }

    @Test
    void callsWithoutAnArmCountForTheirTaskOnceItIsAssigned() {
        store.add(
                outside("1", "t", "0.5", "2026-08-20T09:59:00.000Z"),
                Rows.call("2", "t", "0.01"),
                outside("3", "t", "0.02", "2026-08-20T10:01:00.000Z"),
                outside("4", "t", "0.04", "2026-08-20T10:01:00.000Z").put("route", "other"),
                outside("5", "u", "0.08", "2026-08-20T10:01:00.000Z"));
        Cohort cohort = at("2026-08-21T00:00:00Z", Policy.DEFAULT);
        assertThat(cohort.summary().primary().tasks()).isEqualTo(1);
        assertThat(cost(cohort, Arm.PRIMARY)).isEqualTo(30_000_000_000L);
    }

    @Test
    void costsAfterTheWindowAreOverflowAndATaskMaturesWhenTheWindowIsOver() {
        store.add(
                Rows.call("1", "t", "0.01"),
                Rows.call("2", "t", "0.02").put("ts", "2026-08-20T10:59:59.999Z"),
                Rows.call("3", "t", "0.04").put("ts", "2026-08-20T11:00:00.000Z"));
        assertThat(at("2026-08-20T10:59:59Z", Policy.DEFAULT)
                        .summary()
                        .primary()
                        .matureTasks())
                .isZero();
        Cohort mature = at("2026-08-20T11:00:00Z", Policy.DEFAULT);
        assertThat(mature.summary().primary().cost().meanY()).isEqualTo(0.03);
        assertThat(mature.summary().primary().overflowUsd()).isEqualTo(0.04);
        assertThat(cost(mature, Arm.PRIMARY)).isEqualTo(70_000_000_000L);
    }

    @Test
    void withAWindowOfZeroEveryTaskIsMatureAndAllItsCallsCount() {
        store.add(Rows.call("1", "t", "0.01"), Rows.call("2", "t", "0.02").put("ts", "2026-08-20T23:00:00.000Z"));
        ArmSummary primary = at("2026-08-20T10:00:00Z", policy(Duration.ZERO, Duration.ZERO))
                .summary()
                .primary();
        assertThat(primary.matureTasks()).isEqualTo(1);
        assertThat(primary.cost().meanY()).isEqualTo(0.03);
        assertThat(primary.overflowUsd()).isZero();
    }

    @Test
    void aTaskWithAnUnknownCostLeavesTheCostButNotTheCounts() {
        store.add(Rows.call("1", "t", "0.01"), Rows.call("2", "u", "0.01").putNull("cost_usd"));
        Cohort cohort = at("2026-08-21T00:00:00Z", Policy.DEFAULT);
        assertThat(cohort.summary().primary().matureTasks()).isEqualTo(2);
        assertThat(cohort.summary().primary().costMissing()).isEqualTo(1);
        assertThat(cohort.summary().primary().cost().n()).isEqualTo(1);
        assertThat(cohort.coverage().unpricedCalls()).isEqualTo(1);
    }

    @Test
    void errorsAreFailedOrTruncatedCallsAndRefusalsAreTheBudgets() {
        store.add(
                Rows.call("1", "failed", "0").put("outcome", "failed").put("status", 502),
                Rows.call("2", "truncated", "0").put("outcome", "truncated"),
                Rows.call("3", "canceled", "0").put("outcome", "canceled"),
                Rows.call("4", "refused", "0").put("outcome", "refused").put("status", 402),
                Rows.call("5", "limited", "0").put("outcome", "refused").put("status", 429),
                Rows.call("6", "fell", "0").put("fallthrough", true));
        ArmSummary primary =
                at("2026-08-21T00:00:00Z", Policy.DEFAULT).summary().primary();
        assertThat(primary.errors()).isEqualTo(2);
        assertThat(primary.refusals()).isEqualTo(1);
        assertThat(primary.fallthroughs()).isEqualTo(1);
        assertThat(primary.technical().meanX()).isEqualTo(4.0 / 6);
    }

    @Test
    void theLastFeedbackWithinItsTimeIsTheOutcome() {
        store.add(
                Rows.call("1", "t", "0.01"),
                Rows.call("2", "u", "0.01"),
                Rows.call("3", "silent", "0.01"),
                Rows.feedback("f1", "t", "2026-08-20T10:01:00.000Z", true),
                Rows.feedback("f2", "t", "2026-08-20T10:02:00.000Z", false),
                Rows.feedback("f3", "t", "2026-08-20T10:03:00.000Z", null).put("final", true),
                Rows.feedback("f4", "t", "2026-08-21T10:00:00.000Z", true),
                Rows.feedback("f5", "u", "2026-08-20T10:05:00.000Z", false).put("score", 0.75),
                Rows.feedback("f6", "u", "2026-08-20T09:59:59.000Z", true));
        assertThat(at("2026-08-21T09:59:59Z", Policy.DEFAULT)
                        .summary()
                        .primary()
                        .outcomeTasks())
                .isZero();
        Cohort cohort = at("2026-08-21T10:00:00Z", Policy.DEFAULT);
        ArmSummary primary = cohort.summary().primary();
        assertThat(primary.outcomeTasks()).isEqualTo(3);
        assertThat(primary.outcomesKnown()).isEqualTo(2);
        assertThat(primary.outcomeSum()).isEqualTo(0.75);
        assertThat(primary.costWithoutOutcome().n()).isEqualTo(1);
        assertThat(cohort.coverage().missingOutcomes()).isEqualTo(1);
    }

    @Test
    void theLatencyIsThatOfATasksFirstCall() {
        store.add(
                Rows.call("1", "t", "0").put("latency_ms", 300),
                Rows.call("2", "t", "0").put("latency_ms", 9000).put("ts", "2026-08-20T10:01:00.000Z"),
                Rows.call("3", "u", "0").put("latency_ms", 100),
                Rows.call("4", "v", "0").put("latency_ms", 200));
        ArmSummary primary =
                at("2026-08-21T00:00:00Z", Policy.DEFAULT).summary().primary();
        assertThat(primary.latencyMillis().n()).isEqualTo(3);
        assertThat(primary.latencyMillis().at(2)).isEqualTo(200);
        assertThat(primary.latencyMillis().at(3)).isEqualTo(300);
    }

    @Test
    void epochsAreNumberedByFirstAppearanceAndTheOneWithTheNewestCallRuns() {
        store.add(
                Rows.call("1", "t", "0.01").put("share", 0.05).put("ts", "2026-08-19T10:00:00.000Z"),
                Rows.call("2", "u", "0.02").put("share", 0.5),
                Rows.challenger("3", "v", "0.04")
                        .put("epoch_key", "0123456789ab")
                        .put("ts", "2026-08-18T00:00:00.000Z"));
        List<Epoch> epochs = store.warehouse().read(c -> Epoch.of(c, "r"));
        assertThat(epochs).extracting(Epoch::number).containsExactly(3, 2, 1);
        assertThat(epochs).extracting(Epoch::label).containsExactly("share 0.5", "share 0.05", "0123456789ab");
        assertThat(cost(at("2026-08-21T00:00:00Z", Policy.DEFAULT), Arm.PRIMARY))
                .isEqualTo(20_000_000_000L);
    }

    private Cohort at(String time, Policy policy) {
        return store.warehouse().read(c -> {
            Gathered gathered = Gathered.of(c, "r", Epoch.of(c, "r").get(0), policy);
            return CohortQuery.at(c, gathered, policy, Standing.FIRST, UtcTime.parseMicros(time));
        });
    }

    private static long cost(Cohort cohort, Arm arm) {
        return cohort.totals(arm).costPicoUsd().longValueExact();
    }

    private static ObjectNode outside(String id, String task, String cost, String ts) {
        return Rows.call(id, task, cost)
                .putNull("arm")
                .putNull("experiment")
                .putNull("share")
                .put("ts", ts);
    }

    private static Policy policy(Duration window, Duration outcomeWindow) {
        Policy d = Policy.DEFAULT;
        return new Policy(
                window,
                outcomeWindow,
                d.mode(),
                d.alpha(),
                d.minSaving(),
                d.maxCostIncrease(),
                d.minDays(),
                d.maxDays(),
                d.margins(),
                d.latencyProof(),
                d.tailStress(),
                d.taskCapPicoUsd());
    }
}
