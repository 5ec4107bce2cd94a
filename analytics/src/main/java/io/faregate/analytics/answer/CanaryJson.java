package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.decide.ArmEstimates;
import io.faregate.analytics.decide.ArmSummary;
import io.faregate.analytics.decide.Estimate;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Guard;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Statement;
import io.faregate.analytics.judge.History;
import io.faregate.analytics.judge.Look;
import io.faregate.analytics.judge.Step;
import io.faregate.analytics.query.Cohort.ArmTotals;
import io.faregate.analytics.query.Cohort.Coverage;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.row.UtcTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One experiment in full. Stateless. */
public final class CanaryJson {
    private CanaryJson() {}

    /** The answer for a look; the file's targets are named where no row tells them. */
    public static ObjectNode of(Look look, @Nullable CanaryRoute configured) {
        Epoch epoch = look.cohort().epoch();
        Evaluation evaluation = look.evaluation();
        ObjectNode answer = Json.object();
        answer.put("route", look.route());
        answer.put("experiment", look.experiment());
        answer.put("epoch", epoch == null ? null : epoch.number());
        answer.put("from", epoch == null ? null : UtcTime.print(epoch.firstMicros()));
        answer.put("to", epoch == null ? null : UtcTime.print(look.cohort().asOfMicros()));
        ObjectNode arms = answer.putObject("arms");
        List<String> targets = configured == null ? List.of() : configured.targets();
        arms.set(
                Arm.PRIMARY.wireName(),
                arm(
                        look,
                        Arm.PRIMARY,
                        evaluation.primary(),
                        look.cohort().summary().primary(),
                        targets.isEmpty() ? null : targets.get(0)));
        arms.set(
                Arm.CHALLENGER.wireName(),
                arm(
                        look,
                        Arm.CHALLENGER,
                        evaluation.challenger(),
                        look.cohort().summary().challenger(),
                        configured == null ? null : configured.challenger()));
        ObjectNode relative = estimate(evaluation.relativeCost());
        relative.set("stress_high", Json.number(evaluation.stressHigh()));
        answer.set("relative_cost", relative);
        answer.set("relative_cost_per_success", estimate(evaluation.relativeCostPerSuccess()));
        answer.set("statements", statements(evaluation.statements()));
        ObjectNode gates = answer.putObject("gates");
        gates.put("tasks", evaluation.gates().tasks());
        gates.put("effective_tasks", evaluation.gates().effectiveTasks());
        gates.put("days", evaluation.gates().days());
        answer.put("retries", evaluation.retries());
        answer.put("mode", evaluation.mode().wireName());
        ObjectNode ratio = answer.putObject("sample_ratio");
        ratio.set("expected", Json.number(evaluation.split().expected()));
        ratio.set("observed", Json.number(evaluation.split().observed()));
        ratio.put("alarm", evaluation.split().alarm());
        answer.set("coverage", coverage(look.cohort().coverage()));
        answer.set("decision", decision(evaluation, look.recordId()));
        return answer;
    }

    /** The points of a history, oldest first, and the lines that their bounds are held against. */
    public static ObjectNode history(List<History.Point> points, Policy policy) {
        ObjectNode answer = Json.object();
        ObjectNode limits = answer.putObject("limits");
        Policy.Margins margins = policy.margins();
        limit(limits, Guard.COST, -policy.minSaving(), policy.maxCostIncrease());
        limit(limits, Guard.SUCCESS, -margins.success(), -margins.success());
        limit(limits, Guard.ERROR, margins.error(), margins.error());
        limit(limits, Guard.FALLTHROUGH, margins.fallthrough(), margins.fallthrough());
        ArrayNode list = answer.putArray("points");
        for (History.Point point : points) {
            ObjectNode node = list.addObject();
            node.put("ts", UtcTime.print(point.tsMicros()));
            node.put("tasks", point.tasks());
            node.set("relative_cost", estimate(point.relativeCost()));
            node.put("verdict", point.verdict());
            node.put("recorded", point.recorded());
            node.put("burned_in", point.burnedIn());
            point.steps().forEach(step -> node.withArray("/statements").add(step(step)));
        }
        return answer;
    }

    private static void limit(ObjectNode limits, Guard guard, double promote, double rollback) {
        ObjectNode node = limits.putObject(guard.statement());
        node.set("promote", Json.number(promote));
        node.set("rollback", Json.number(rollback));
    }

    private static ObjectNode step(Step step) {
        ObjectNode node = Json.object();
        node.put("name", step.name());
        node.put("state", step.state().wireName());
        node.set("value", Json.number(step.value()));
        node.set("bound", Json.number(step.bound()));
        node.set("guard", Json.number(step.guard()));
        return node;
    }

    /** A figure with its bounds, and why one of the three is null. */
    public static ObjectNode estimate(Estimate estimate) {
        ObjectNode node = Json.object();
        node.set("value", Json.number(estimate.value()));
        node.set("low", Json.number(estimate.low()));
        node.set("high", Json.number(estimate.high()));
        if (estimate.reason() != null) {
            node.put("reason", estimate.reason());
        }
        return node;
    }

    private static ObjectNode arm(
            Look look, Arm arm, ArmEstimates estimates, ArmSummary summary, @Nullable String configuredTarget) {
        ArmTotals totals = look.cohort().totals(arm);
        ObjectNode node = Json.object();
        node.put("target", totals.target() == null ? configuredTarget : totals.target());
        node.put("tasks", summary.tasks());
        node.put("mature_tasks", summary.matureTasks());
        node.put("calls", totals.calls());
        node.set("cost_usd", Json.usd(totals.costPicoUsd()));
        node.set("overflow_usd", Json.usd(totals.overflowPicoUsd()));
        node.set("cost_per_task_usd", estimate(estimates.costPerTaskUsd()));
        node.set("cost_per_success_usd", estimate(estimates.costPerSuccessUsd()));
        node.set("success_rate", estimate(estimates.successRate()));
        node.set("error_rate", estimate(estimates.errorRate()));
        node.set("fallthrough_rate", estimate(estimates.fallthroughRate()));
        node.set("refusal_rate", estimate(estimates.refusalRate()));
        node.set("latency_p50_ms", estimate(estimates.latencyP50Millis()));
        node.set("latency_p95_ms", estimate(estimates.latencyP95Millis()));
        node.set("effective_tasks", Json.number(estimates.effectiveTasks()));
        node.set("dearest_task_usd", Json.number(summary.maxCostUsd()));
        return node;
    }

    private static ArrayNode statements(List<Statement> statements) {
        ArrayNode list = Json.array();
        for (Statement statement : statements) {
            ObjectNode node = list.addObject();
            node.put("name", statement.name());
            node.put("claim", statement.claim());
            node.put("state", statement.state().wireName());
            node.set("bound", Json.number(statement.bound()));
            if (statement.reason() != null) {
                node.put("reason", statement.reason());
            }
            node.set("margin", Json.number(statement.margin()));
            node.put("forecast_tasks", statement.forecastTasks());
            node.set("forecast_days", Json.number(statement.forecastDays()));
        }
        return list;
    }

    private static ObjectNode coverage(Coverage coverage) {
        ObjectNode node = Json.object();
        node.put("rows", coverage.rows());
        node.put("duplicates", coverage.duplicates());
        node.put("rejected", coverage.rejected());
        node.put("late", coverage.late());
        node.put("unpriced_calls", coverage.unpricedCalls());
        node.put("tasks_without_id", coverage.tasksWithoutId());
        node.put("crossed_tasks", coverage.crossedTasks());
        node.put("missing_outcomes", coverage.missingOutcomes());
        return node;
    }

    private static ObjectNode decision(Evaluation evaluation, @Nullable String recordId) {
        ObjectNode node = Json.object();
        node.put("verdict", evaluation.verdict().wireName());
        texts(node.putArray("reasons"), evaluation.reasons());
        texts(node.putArray("missing"), evaluation.missing());
        texts(node.putArray("warnings"), evaluation.warnings());
        node.put("record_id", recordId);
        return node;
    }

    private static void texts(ArrayNode list, List<String> texts) {
        texts.forEach(list::add);
    }
}
