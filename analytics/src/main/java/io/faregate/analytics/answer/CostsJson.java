package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.CostsQuery.Costs;
import io.faregate.analytics.query.CostsQuery.Group;
import io.faregate.analytics.query.CostsQuery.Spend;
import io.faregate.analytics.query.TimeRange;
import io.faregate.analytics.row.PicoUsd;
import io.faregate.analytics.row.UtcTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Spend by groups, as JSON and as CSV (RFC 4180). Stateless. */
public final class CostsJson {
    private static final List<String> FIGURES =
            List.of("calls", "tasks", "input_tokens", "output_tokens", "cost_usd", "unpriced_calls");

    private CostsJson() {}

    /** The answer with its range; a bound that was not asked for is null. */
    public static ObjectNode of(Costs costs, TimeRange range, @Nullable String nextCursor) {
        ObjectNode answer = Json.object();
        bounds(answer, range);
        answer.putArray("groups");
        for (Group group : costs.groups()) {
            ObjectNode node = Json.object();
            for (int i = 0; i < costs.dimensions().size(); i++) {
                node.set(costs.dimensions().get(i), Json.text(group.values().get(i)));
            }
            spend(node, group.spend());
            answer.withArray("/groups").add(node);
        }
        ObjectNode total = Json.object();
        spend(total, costs.total());
        answer.set("total", total);
        answer.put("next_cursor", nextCursor);
        return answer;
    }

    /** The groups as lines of CSV under a head line; no line for the total. */
    public static String csv(Costs costs) {
        StringBuilder text = new StringBuilder();
        List<String> head = new ArrayList<>(costs.dimensions());
        head.addAll(FIGURES);
        text.append(String.join(",", head)).append("\r\n");
        for (Group group : costs.groups()) {
            List<String> cells = new ArrayList<>();
            for (String value : group.values()) {
                cells.add(cell(value));
            }
            Spend spend = group.spend();
            cells.add(String.valueOf(spend.calls()));
            cells.add(String.valueOf(spend.tasks()));
            cells.add(String.valueOf(spend.inputTokens()));
            cells.add(String.valueOf(spend.outputTokens()));
            cells.add(PicoUsd.dollars(spend.costPicoUsd()).toPlainString());
            cells.add(String.valueOf(spend.unpricedCalls()));
            text.append(String.join(",", cells)).append("\r\n");
        }
        return text.toString();
    }

    static void bounds(ObjectNode answer, TimeRange range) {
        answer.put("from", range.fromMicros() == null ? null : UtcTime.printBound(range.fromMicros()));
        answer.put("to", range.toMicros() == null ? null : UtcTime.printBound(range.toMicros()));
    }

    private static void spend(ObjectNode node, Spend spend) {
        node.put("calls", spend.calls());
        node.put("tasks", spend.tasks());
        node.put("input_tokens", spend.inputTokens());
        node.put("output_tokens", spend.outputTokens());
        node.set("cost_usd", Json.usd(spend.costPicoUsd()));
        node.put("unpriced_calls", spend.unpricedCalls());
    }

    /** A value that a spreadsheet would take for a formula is quoted with an apostrophe in front. */
    private static String cell(@Nullable String value) {
        if (value == null) {
            return "";
        }
        String safe = !value.isEmpty() && "=+-@\t\r".indexOf(value.charAt(0)) >= 0 ? "'" + value : value;
        return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + safe.replace("\"", "\"\"") + '"'
                : safe;
    }
}
