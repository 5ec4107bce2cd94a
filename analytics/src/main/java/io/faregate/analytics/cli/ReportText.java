package io.faregate.analytics.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Answers of the API as text for a person: the same figures, money to the last digit. Stateless. */
final class ReportText {
    private static final List<String> RATES = List.of("success_rate", "error_rate", "fallthrough_rate", "refusal_rate");

    private ReportText() {}

    /** One experiment: the verdict and why, what a promotion needs, and the arms beside each other. */
    static String canary(JsonNode canary) {
        StringBuilder text = new StringBuilder();
        JsonNode decision = canary.path("decision");
        text.append(canary.path("route").asText())
                .append(" / ")
                .append(canary.path("experiment").asText());
        if (!canary.path("epoch").isNull()) {
            text.append(" / epoch ").append(canary.path("epoch").asText());
        }
        text.append(": ")
                .append(decision.path("verdict").asText().toUpperCase(Locale.ROOT))
                .append('\n');
        decision.path("reasons")
                .forEach(reason -> text.append("  ").append(reason.asText()).append('\n'));
        decision.path("missing")
                .forEach(missing ->
                        text.append("  missing: ").append(missing.asText()).append('\n'));
        text.append('\n').append(arms(canary)).append('\n').append(statements(canary.path("statements")));
        return text.toString();
    }

    /** Spend by one dimension, with its total. */
    static String costs(String dimension, JsonNode costs) {
        TextTable table = new TextTable(dimension, "calls", "tasks", "input", "output", "cost_usd", "unpriced");
        costs.path("groups").forEach(group -> table.row(spend(name(group.path(dimension), dimension), group)));
        table.row(spend("total", costs.path("total")));
        JsonNode archived = costs.path("archived_before");
        return archived.isTextual()
                ? table.print() + "Rows before " + archived.asText() + " may be in the archive and are not counted.\n"
                : table.print();
    }

    /** The fall-through rate of each target. */
    static String fallthrough(JsonNode answer) {
        TextTable table = new TextTable("head of the chain", "calls", "fell through", "rate");
        for (JsonNode target : answer.path("targets")) {
            long calls = target.path("calls").longValue();
            long fell = target.path("fallthroughs").longValue();
            String rate = calls == 0
                    ? "-"
                    : percent(BigDecimal.valueOf(fell).divide(BigDecimal.valueOf(calls), MathContext.DECIMAL64));
            table.row(
                    List.of(name(target.path("target"), "target"), String.valueOf(calls), String.valueOf(fell), rate));
        }
        return table.print();
    }

    private static String arms(JsonNode canary) {
        JsonNode primary = canary.path("arms").path("primary");
        JsonNode challenger = canary.path("arms").path("challenger");
        TextTable table = new TextTable("", "primary", "challenger");
        both(table, "target", name(primary.path("target")), name(challenger.path("target")));
        for (String count : List.of("tasks", "mature_tasks", "calls")) {
            both(
                    table,
                    count,
                    primary.path(count).asText(),
                    challenger.path(count).asText());
        }
        for (String money : List.of("cost_usd", "overflow_usd")) {
            both(table, money, plain(primary.path(money)), plain(challenger.path(money)));
        }
        for (String money : List.of("cost_per_task_usd", "cost_per_success_usd")) {
            both(table, money, interval(primary.path(money), false), interval(challenger.path(money), false));
        }
        for (String rate : RATES) {
            both(table, rate, interval(primary.path(rate), true), interval(challenger.path(rate), true));
        }
        for (String latency : List.of("latency_p50_ms", "latency_p95_ms")) {
            both(table, latency, interval(primary.path(latency), false), interval(challenger.path(latency), false));
        }
        both(table, "relative cost", "", interval(canary.path("relative_cost"), true));
        return table.print();
    }

    private static String statements(JsonNode statements) {
        TextTable table = new TextTable("statement", "state", "bound", "margin", "forecast");
        for (JsonNode statement : statements) {
            String forecast = statement.path("forecast_tasks").isNull()
                    ? "-"
                    : statement.path("forecast_tasks").asText() + " tasks";
            table.row(List.of(
                    statement.path("name").asText(),
                    statement.path("state").asText().equals("open")
                                    && statement.path("bound").isNull()
                            ? statement.path("reason").asText("open")
                            : statement.path("state").asText(),
                    figure(statement.path("bound")),
                    figure(statement.path("margin")),
                    forecast));
        }
        return table.print();
    }

    private static List<String> spend(String name, JsonNode spend) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (String count : List.of("calls", "tasks", "input_tokens", "output_tokens")) {
            cells.add(spend.path(count).asText());
        }
        cells.add(plain(spend.path("cost_usd")));
        cells.add(spend.path("unpriced_calls").asText());
        return cells;
    }

    private static void both(TextTable table, String name, String primary, String challenger) {
        table.row(List.of(name, primary, challenger));
    }

    /** {@code value [low, high]}; the reason where there is no value. */
    private static String interval(JsonNode estimate, boolean asPercent) {
        if (estimate.path("value").isNull()) {
            return "- (" + estimate.path("reason").asText("unknown") + ")";
        }
        return shown(estimate.path("value"), asPercent) + " [" + shown(estimate.path("low"), asPercent) + ", "
                + shown(estimate.path("high"), asPercent) + "]";
    }

    private static String shown(JsonNode number, boolean asPercent) {
        return asPercent && number.isNumber() ? percent(number.decimalValue()) : figure(number);
    }

    private static String percent(BigDecimal share) {
        return share.movePointRight(2).setScale(2, RoundingMode.HALF_EVEN).toPlainString() + " %";
    }

    /** Four significant digits are enough for a bound. */
    private static String figure(JsonNode number) {
        if (!number.isNumber()) {
            return "-";
        }
        BigDecimal value = number.decimalValue();
        BigDecimal rounded = value.precision() - value.scale() > 4
                ? value.setScale(0, RoundingMode.HALF_EVEN)
                : value.round(new MathContext(4));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private static String plain(JsonNode money) {
        return money.isNumber() ? money.decimalValue().toPlainString() : "-";
    }

    private static String name(JsonNode name) {
        return name.isNull() || name.isMissingNode() ? "-" : name.asText();
    }

    /** Calls that have none of a dimension are named so: {@code (no key)}. */
    private static String name(JsonNode name, String dimension) {
        return name.isNull() || name.isMissingNode() ? "(no " + dimension + ")" : name.asText();
    }
}
