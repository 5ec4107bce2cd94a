package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.decide.Arm;
import io.faregate.analytics.query.SlicesQuery;
import io.faregate.analytics.query.SlicesQuery.Slice;
import io.faregate.analytics.stats.CostRatio;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.Moments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An experiment's tasks by a trait, for looking around. Stateless. */
public final class SlicesJson {
    private static final int FEWEST_TASKS = 10;

    private SlicesJson() {}

    /**
     * The answer: by value of the trait both arms, and the relative cost with bounds as wide as those of the whole.
     *
     * @param alpha one-sided risk of each bound; of many slices some will be wrong
     */
    public static ObjectNode of(List<Slice> slices, String trait, double alpha) {
        ObjectNode answer = Json.object();
        answer.put("by", trait);
        answer.set("known", Json.array());
        SlicesQuery.known().forEach(name -> answer.withArray("/known").add(name));
        answer.put("exploratory", true);
        Map<String, Slice[]> byValue = new LinkedHashMap<>();
        for (Slice slice : slices) {
            byValue.computeIfAbsent(slice.value(), v -> new Slice[2])[slice.arm() == Arm.PRIMARY ? 0 : 1] = slice;
        }
        answer.putArray("slices");
        byValue.forEach((value, arms) -> {
            ObjectNode node = Json.object();
            node.put("value", value.isEmpty() ? null : value);
            arm(node.putObject(Arm.PRIMARY.wireName()), arms[0]);
            arm(node.putObject(Arm.CHALLENGER.wireName()), arms[1]);
            node.set("relative_cost", relative(moments(arms[0]), moments(arms[1]), alpha));
            answer.withArray("/slices").add(node);
        });
        return answer;
    }

    private static void arm(ObjectNode node, @Nullable Slice slice) {
        node.put("tasks", slice == null ? 0 : slice.costUsd().n());
        node.put("errors", slice == null ? 0 : slice.errors());
        node.set(
                "cost_per_task_usd",
                Json.number(slice == null ? null : (Double) slice.costUsd().mean()));
    }

    private static Moments moments(@Nullable Slice slice) {
        return slice == null ? Moments.NONE : slice.costUsd();
    }

    private static ObjectNode relative(Moments primary, Moments challenger, double alpha) {
        LogRatio ratio = primary.n() < FEWEST_TASKS || challenger.n() < FEWEST_TASKS
                ? null
                : CostRatio.plain(primary, challenger);
        ObjectNode node = Json.object();
        node.set("value", Json.number(ratio == null ? null : (Double) ratio.relative()));
        node.set("low", Json.number(ratio == null ? null : (Double) ratio.relativeLower(alpha)));
        node.set("high", Json.number(ratio == null ? null : (Double) ratio.relativeUpper(alpha)));
        if (ratio == null) {
            node.put("reason", "fewer than " + FEWEST_TASKS + " tasks in an arm, or an arm that cost nothing");
        }
        return node;
    }
}
