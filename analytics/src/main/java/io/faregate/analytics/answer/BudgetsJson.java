package io.faregate.analytics.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.config.DayBudgets;
import io.faregate.analytics.query.BudgetsQuery.Charged;
import io.faregate.analytics.query.TimeRange;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the budgets of a day were charged, beside their caps. Stateless. */
public final class BudgetsJson {
    /** Before this much of the day is over, its pace says nothing about its end. */
    private static final double EARLIEST = 0.05;

    private BudgetsJson() {}

    /**
     * The answer: every budget that has a cap or was charged.
     *
     * @param caps those in force
     * @param file those of the file
     * @param day the budgets' day
     * @param nowMicros the time, for the day's pace
     */
    public static ObjectNode of(
            List<Charged> charged, DayBudgets caps, DayBudgets file, TimeRange day, long nowMicros) {
        Map<String, @Nullable Charged> byName = new LinkedHashMap<>();
        charged.stream().filter(c -> c.name().equals("global")).forEach(c -> byName.put(c.name(), c));
        caps.capPicoUsd().keySet().forEach(name -> byName.putIfAbsent(name, null));
        file.capPicoUsd().keySet().forEach(name -> byName.putIfAbsent(name, null));
        charged.forEach(c -> byName.put(c.name(), c));
        ObjectNode answer = Json.object();
        CostsJson.bounds(answer, day);
        answer.put("time_zone", caps.zone().getId());
        ArrayNode list = answer.putArray("budgets");
        byName.forEach((name, found) -> {
            Charged budget = found == null ? new Charged(name, 0, BigInteger.ZERO, BigInteger.ZERO, 0) : found;
            Long cap = caps.capPicoUsd().get(name);
            ObjectNode node = list.addObject();
            node.put("name", name);
            node.set("cap_usd", Json.usd(cap));
            node.set("file_cap_usd", Json.usd(file.capPicoUsd().get(name)));
            node.set("charged_usd", Json.usd(budget.chargedPicoUsd()));
            node.set("cost_usd", Json.usd(budget.costPicoUsd()));
            node.set("projected_usd", Json.usd(projected(budget.chargedPicoUsd(), day, nowMicros)));
            node.put("calls", budget.calls());
            node.put("refused", budget.refused());
        });
        return answer;
    }

    /** The day's end at the pace of the day so far, in picodollars; null while that says nothing. */
    private static @Nullable Long projected(BigInteger picoUsd, TimeRange day, long nowMicros) {
        Long from = day.fromMicros();
        Long to = day.toMicros();
        if (from == null || to == null || nowMicros - from < EARLIEST * (to - from)) {
            return null;
        }
        BigInteger end = picoUsd.multiply(BigInteger.valueOf(to - from)).divide(BigInteger.valueOf(nowMicros - from));
        return end.bitLength() > 62 ? null : (Long) end.longValue();
    }
}
