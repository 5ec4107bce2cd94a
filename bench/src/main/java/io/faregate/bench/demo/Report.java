package io.faregate.bench.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.bench.rig.RowSums;
import io.faregate.bench.rig.TextTable;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What analytics says of the demonstration's route, beside the sums over the rows. Immutable. */
final class Report {
    private final JsonNode canary;
    private final JsonNode costs;
    private final RowSums rows;
    private final Map<String, JsonNode> groupByModel = new TreeMap<>();

    /** From {@code /v1/canary/ROUTE}, {@code /v1/costs?group_by=model} and the row files. */
    Report(JsonNode canary, JsonNode costs, RowSums rows) {
        this.canary = canary;
        this.costs = costs;
        this.rows = rows;
        for (JsonNode group : costs.path("groups")) {
            groupByModel.put(group.path("model").asText(), group);
        }
    }

    /** Whether analytics and the sums agree in every figure of money and every count. */
    boolean agrees() {
        boolean same = equal(costs.path("total").path("cost_usd"), rows.cost())
                && costs.path("total").path("calls").asLong() == rows.calls();
        for (String arm : new String[] {"primary", "challenger"}) {
            JsonNode told = canary.path("arms").path(arm);
            same &= equal(told.path("cost_usd"), rows.costOfArm(arm))
                    && told.path("tasks").asInt() == rows.tasksOfArm(arm);
        }
        for (Map.Entry<String, BigDecimal> model : rows.costByModel().entrySet()) {
            same &= equal(group(model.getKey()).path("cost_usd"), model.getValue());
        }
        return same;
    }

    String print() {
        return "\nThe canary, by assigned arm (analytics)\n" + arms() + "\nSpend by model\n" + models();
    }

    private String arms() {
        JsonNode primary = canary.path("arms").path("primary");
        JsonNode challenger = canary.path("arms").path("challenger");
        TextTable table = new TextTable().row("", "primary", "challenger");
        table.row("target", text(primary.path("target")), text(challenger.path("target")));
        table.row("tasks", text(primary.path("tasks")), text(challenger.path("tasks")));
        table.row("calls", text(primary.path("calls")), text(challenger.path("calls")));
        table.row("spent", dollars(primary.path("cost_usd")), dollars(challenger.path("cost_usd")));
        table.row("added up", "$" + plain(rows.costOfArm("primary")), "$" + plain(rows.costOfArm("challenger")));
        table.row("cost per task", money(primary, "cost_per_task_usd"), money(challenger, "cost_per_task_usd"));
        table.row(
                "cost per successful task",
                money(primary, "cost_per_success_usd"),
                money(challenger, "cost_per_success_usd"));
        table.row("success rate", rate(primary, "success_rate"), rate(challenger, "success_rate"));
        table.row("fall-through", rate(primary, "fallthrough_rate"), rate(challenger, "fallthrough_rate"));
        table.row("error rate", rate(primary, "error_rate"), rate(challenger, "error_rate"));
        return table.print() + verdict();
    }

    private String verdict() {
        JsonNode verdict = canary.path("decision").path("verdict");
        JsonNode saving = canary.path("relative_cost");
        String text = verdict.isTextual() ? "  verdict: " + verdict.asText() + "\n" : "";
        if (saving.path("value").isNumber()) {
            text = String.format(
                            Locale.ROOT,
                            "  a task costs %+.1f %% on the challenger [%s, %s]%n",
                            100 * saving.path("value").asDouble(),
                            percent(saving.path("low")),
                            percent(saving.path("high")))
                    + text;
        }
        return text;
    }

    private static String percent(JsonNode share) {
        return share.isNumber() ? String.format(Locale.ROOT, "%+.1f %%", 100 * share.asDouble()) : "-";
    }

    private String models() {
        TextTable table = new TextTable().row("", "calls", "input", "output", "analytics", "rows added up", "");
        for (Map.Entry<String, BigDecimal> model : rows.costByModel().entrySet()) {
            line(table, model.getKey(), group(model.getKey()), model.getValue());
        }
        line(table, "total", costs.path("total"), rows.cost());
        return table.print();
    }

    private JsonNode group(String model) {
        JsonNode group = groupByModel.get(model);
        return group == null ? costs.path("no such group") : group;
    }

    private static void line(TextTable table, String name, JsonNode group, BigDecimal added) {
        table.row(
                name,
                text(group.path("calls")),
                text(group.path("input_tokens")),
                text(group.path("output_tokens")),
                dollars(group.path("cost_usd")),
                "$" + plain(added),
                equal(group.path("cost_usd"), added) ? "equal" : "DIFFERENT");
    }

    private static boolean equal(JsonNode told, BigDecimal added) {
        return told.isNumber() && told.decimalValue().compareTo(added) == 0;
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? "-" : value.asText();
    }

    private static String dollars(JsonNode value) {
        return value.isNumber() ? "$" + plain(value.decimalValue()) : "-";
    }

    /** An estimate in dollars with its bounds; estimates are no sums, so six digits after the point will do. */
    private static String money(JsonNode arm, String estimate) {
        JsonNode told = arm.path(estimate);
        return told.path("value").isNumber()
                ? String.format(
                        Locale.ROOT,
                        "$%.6f [%s, %s]",
                        told.path("value").asDouble(),
                        bound(told, "low"),
                        bound(told, "high"))
                : "- (" + told.path("reason").asText("not told") + ")";
    }

    private static String bound(JsonNode estimate, String side) {
        JsonNode value = estimate.path(side);
        return value.isNumber() ? String.format(Locale.ROOT, "%.6f", value.asDouble()) : "-";
    }

    private static String rate(JsonNode arm, String estimate) {
        JsonNode value = arm.path(estimate).path("value");
        return value.isNumber() ? String.format(Locale.ROOT, "%.2f %%", 100 * value.asDouble()) : "-";
    }

    private static String plain(BigDecimal dollars) {
        return dollars.signum() == 0 ? "0" : dollars.stripTrailingZeros().toPlainString();
    }
}
