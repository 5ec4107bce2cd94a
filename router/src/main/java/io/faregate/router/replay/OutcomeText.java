package io.faregate.router.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.replay.Outcome.Model;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A replay's outcome as a table with what it cannot know, and as JSON with the same. Stateless. */
public final class OutcomeText {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final List<String> TAKEN_AS_IT_WAS = List.of(
            "Tokens are taken as they were used: another model counts and answers otherwise, and hits caches otherwise.",
            "Each call is reckoned at the prices of its own time, dated changes and peak hours included.",
            "By the new routing, each call is served by the head of its chain: failures, benches, limits and budgets are"
                    + " not played again, chance is drawn from the row's id, and latencies are not known.",
            "Rows do not hold how many answers were asked for, nor images among the tokens.");

    private OutcomeText() {}

    /** The lines of a table and of what it leaves out. */
    public static List<String> lines(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("model", "calls then", "cost then", "at new prices", "change", "calls now", "by new routing"));
        outcome.models().forEach((name, model) -> rows.add(row(name, model)));
        rows.add(row("total", outcome.total()));
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + pad : "  " + pad + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        Model total = outcome.total();
        lines.add("");
        lines.add("New prices alone: " + change(total.thenPicoUsd(), total.repricedPicoUsd())
                + ". New prices and routing: " + change(total.thenPicoUsd(), total.routedPicoUsd()) + ".");
        lines.add("");
        notes(outcome).forEach(note -> lines.add("- " + note));
        return lines;
    }

    /** What it leaves out and takes for granted, in sentences. */
    static List<String> notes(Outcome outcome) {
        List<String> notes = new ArrayList<>();
        notes.add(outcome.calls() + " calls are compared; " + outcome.unbilled() + " used nothing.");
        for (Map.Entry<Unknown, Long> reason : outcome.leftOut().entrySet()) {
            notes.add(reason.getValue() + " calls are left out of every sum: "
                    + reason.getKey().words() + ".");
        }
        if (outcome.splitCalls() > 0) {
            notes.add(outcome.splitCalls() + " calls had several billed attempts; rows do not say which of them used"
                    + " cached or other parts, so these are reckoned as plain tokens.");
        }
        if (outcome.badLines() > 0) {
            notes.add(outcome.badLines() + " lines are no rows and were passed over.");
        }
        notes.addAll(TAKEN_AS_IT_WAS);
        return notes;
    }

    /** The same as one JSON object. */
    public static String json(Outcome outcome, String from, String to) {
        ObjectNode page = MAPPER.createObjectNode();
        page.put("from", from).put("to", to);
        outcome.models()
                .forEach((name, model) ->
                        page.withArray("/models").add(node(model).put("model", name)));
        page.withArray("/models");
        page.set("total", node(outcome.total()));
        page.put("calls", outcome.calls()).put("unbilled", outcome.unbilled());
        ObjectNode leftOut = page.putObject("left_out");
        outcome.leftOut().forEach((reason, n) -> leftOut.put(reason.name().toLowerCase(Locale.ROOT), n));
        page.put("split_calls", outcome.splitCalls()).put("bad_lines", outcome.badLines());
        notes(outcome).forEach(page.putArray("notes")::add);
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(page);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an outcome that is no JSON", e);
        }
    }

    private static ObjectNode node(Model model) {
        return MAPPER.createObjectNode()
                .put("calls", model.calls())
                .put("cost_usd", usd(model.thenPicoUsd()))
                .put("repriced_usd", usd(model.repricedPicoUsd()))
                .put("routed_calls", model.routedCalls())
                .put("routed_usd", usd(model.routedPicoUsd()));
    }

    private static List<String> row(String name, Model model) {
        return List.of(
                name.isEmpty() ? "(no name)" : name,
                Long.toString(model.calls()),
                "$" + usd(model.thenPicoUsd()).toPlainString(),
                "$" + usd(model.repricedPicoUsd()).toPlainString(),
                change(model.thenPicoUsd(), model.repricedPicoUsd()),
                Long.toString(model.routedCalls()),
                "$" + usd(model.routedPicoUsd()).toPlainString());
    }

    private static String change(BigInteger before, BigInteger after) {
        if (before.signum() == 0) {
            return after.signum() == 0 ? "0 %" : "from nothing";
        }
        BigDecimal percent = new BigDecimal(after.subtract(before).multiply(BigInteger.valueOf(100)))
                .divide(new BigDecimal(before), 1, RoundingMode.HALF_EVEN);
        return (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + " %";
    }

    private static BigDecimal usd(BigInteger picoUsd) {
        BigDecimal dollars = new BigDecimal(picoUsd, PicoUsd.PLACES).stripTrailingZeros();
        return dollars.scale() < 0 ? dollars.setScale(0) : dollars;
    }
}
