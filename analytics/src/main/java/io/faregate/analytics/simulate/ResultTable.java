package io.faregate.analytics.simulate;

import io.faregate.analytics.decide.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results as rows of a Markdown table or as members of JSON objects. */
final class ResultTable {
    static final String HEADER = "| scenario | true change | naive t | cost alone | promoted | rolled back | no saving"
            + " | blocked | open | median tasks |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    private ResultTable() {}

    /** One line; a share with a star counts wrong verdicts. */
    static String row(ScenarioResult result) {
        Scenario scenario = result.scenario();
        double open = result.of(Verdict.CONTINUE) + result.of(Verdict.STOP_INCONCLUSIVE);
        return String.format(
                Locale.ROOT,
                "| %s | %+.1f %% | %s | %s | %s | %s | %s | %s | %s | %s |",
                scenario.name(),
                100 * scenario.trueChange(),
                share(result.naive(), scenario.promotionIsWrong()),
                share(
                        result.costAlone(),
                        scenario.trueChange() >= -scenario.policy().minSaving() - 1e-9),
                share(result.of(Verdict.PROMOTE), scenario.promotionIsWrong()),
                share(result.of(Verdict.ROLLBACK), scenario.rollbackIsWrong()),
                share(result.of(Verdict.STOP_NO_SAVING), false),
                share(result.of(Verdict.BLOCKED), scenario.share() == scenario.drawnShare()),
                share(open, false),
                median(result));
    }

    private static String share(double share, boolean wrong) {
        return String.format(
                Locale.ROOT, share > 0 && share < 0.01 ? "%.2f %%%s" : "%.1f %%%s", 100 * share, wrong ? "*" : "");
    }

    /** Of the verdict that came most often, and its name. */
    private static String median(ScenarioResult result) {
        Verdict commonest = Verdict.CONTINUE;
        for (Verdict verdict : Verdict.values()) {
            if (verdict != Verdict.CONTINUE
                    && (commonest == Verdict.CONTINUE || result.of(verdict) > result.of(commonest))) {
                commonest = verdict;
            }
        }
        Integer tasks = result.median(commonest);
        return tasks == null ? "-" : String.format(Locale.ROOT, "%,d (%s)", tasks, commonest.wireName());
    }

    /** One result for a machine. */
    static Map<String, @Nullable Object> members(ScenarioResult result) {
        Scenario scenario = result.scenario();
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("scenario", scenario.name());
        members.put("question", scenario.question());
        members.put("share", scenario.share());
        members.put("tasks", scenario.tasks());
        members.put("seed", scenario.seed());
        members.put("runs", result.runs());
        members.put("true_change", scenario.trueChange());
        members.put("false_promotions", scenario.promotionIsWrong() ? (Double) result.of(Verdict.PROMOTE) : null);
        members.put("false_rollbacks", scenario.rollbackIsWrong() ? (Double) result.of(Verdict.ROLLBACK) : null);
        members.put("naive_claims", result.naive());
        members.put("cost_alone", result.costAlone());
        Map<String, @Nullable Object> verdicts = new LinkedHashMap<>();
        Map<String, @Nullable Object> medians = new LinkedHashMap<>();
        for (Verdict verdict : Verdict.values()) {
            verdicts.put(verdict.wireName(), result.of(verdict));
            medians.put(verdict.wireName(), result.median(verdict));
        }
        members.put("verdicts", verdicts);
        members.put("median_tasks", medians);
        return members;
    }
}
