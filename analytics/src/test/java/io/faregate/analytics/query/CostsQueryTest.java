package io.faregate.analytics.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.CostsQuery.Costs;
import io.faregate.analytics.query.CostsQuery.Group;
import io.faregate.analytics.query.CostsQuery.Spend;
import io.faregate.analytics.testing.Rows;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CostsQueryTest extends WithStore {
    @Test
    void booksEachAttemptOnTheModelThatItWentTo() {
        ObjectNode call = Rows.call("1", "t", "0.05").put("input_tokens", 30).put("output_tokens", 12);
        call.putArray("attempts").add(Rows.attempt("b", "0.02", 20, 7)).add(Rows.attempt("a", "0.03", 10, 5));
        store.add(call);
        assertThat(costs("model").groups())
                .containsExactly(
                        group("model-a", 1, 1, 10, 5, 30_000_000_000L), group("model-b", 0, 0, 20, 7, 20_000_000_000L));
        assertThat(costs("model").total()).isEqualTo(spend(1, 1, 30, 12, 50_000_000_000L));
    }

    @Test
    void countsACallWithoutAKnownCostAsUnpricedAndAddsNothingForIt() {
        ObjectNode call = Rows.call("1", "t", "0").putNull("cost_usd");
        call.putArray("attempts")
                .add(Rows.attempt("b", "0.02", 0, 0))
                .add(Rows.attempt("a", "0", 10, 5).putNull("cost_usd"));
        store.add(call, Rows.call("2", "t", "0.01"));
        assertThat(costs("model").total()).isEqualTo(new Spend(2, 1, 20, 10, BigInteger.valueOf(10_000_000_000L), 1));
    }

    @Test
    void theTotalIsTheSameInEveryGrouping() {
        Random random = new Random(7);
        List<Object> rows = new ArrayList<>();
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < 500; i++) {
            int own = random.nextInt(1_000_000);
            int other = random.nextInt(1_000_000);
            ObjectNode call = Rows.call("r" + i, "t" + i % 50, String.format("0.%012d", own + other));
            call.put("key", i % 3 == 0 ? null : "key" + i % 3).put("route", "route" + i % 4);
            call.put("ts", String.format("2026-08-%02dT%02d:00:00.000Z", 1 + i % 28, i % 24));
            call.putArray("attempts")
                    .add(Rows.attempt("x" + i % 5, String.format("0.%012d", other), 3, 0))
                    .add(Rows.attempt("a", String.format("0.%012d", own), 7, 5));
            rows.add(call);
            sum = sum.add(BigInteger.valueOf(own + (long) other));
        }
        store.add(rows.toArray());
        for (String groupBy : List.of(
                "model",
                "target",
                "provider",
                "route",
                "key",
                "arm",
                "experiment",
                "hour",
                "day",
                "day,model",
                "key,route,target")) {
            Costs costs = costs(groupBy);
            assertThat(costs.total()).as(groupBy).isEqualTo(new Spend(500, 50, 5000, 2500, sum, 0));
            BigInteger groups =
                    costs.groups().stream().map(g -> g.spend().costPicoUsd()).reduce(BigInteger.ZERO, BigInteger::add);
            assertThat(groups).as(groupBy).isEqualTo(sum);
            assertThat(costs.groups().stream().mapToLong(g -> g.spend().calls()).sum())
                    .as(groupBy)
                    .isEqualTo(500);
        }
    }

    @Test
    void sumsWithoutDriftInAnyOrder() {
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            rows.add(Rows.call("r" + i, "t" + i, i % 2 == 0 ? "0.1" : "0.0000049"));
        }
        store.add(rows.toArray());
        assertThat(costs("route").total().costPicoUsd()).isEqualTo(BigInteger.valueOf(500_024_500_000_000L));
    }

    @Test
    void takesTheRangeHalfOpen() {
        store.add(
                Rows.call("1", "t", "0.01").put("ts", "2026-08-20T00:00:00.000Z"),
                Rows.call("2", "t", "0.02").put("ts", "2026-08-20T23:59:59.999Z"),
                Rows.call("3", "t", "0.04").put("ts", "2026-08-21T00:00:00.000Z"));
        Costs day = store.warehouse()
                .read(c ->
                        CostsQuery.of(c, List.of("day"), TimeRange.parse("2026-08-20", "2026-08-21T05:30:00+05:30")));
        assertThat(day.groups()).extracting(Group::values).containsExactly(List.of("2026-08-20"));
        assertThat(day.total().costPicoUsd()).isEqualTo(BigInteger.valueOf(30_000_000_000L));
    }

    @Test
    void refusesDimensionsAndRangesThatMakeNoSense() {
        assertThatThrownBy(() -> CostsQuery.parse("colour")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CostsQuery.parse("model,model")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CostsQuery.parse("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TimeRange.parse("yesterday", null))
                .hasMessage("from: expected a time such as 2026-08-20T00:00:00Z, found yesterday");
        assertThatThrownBy(() -> TimeRange.parse("2026-08-22", "2026-08-20"))
                .hasMessage("to must not be before from: from=2026-08-22T00:00:00Z to=2026-08-20T00:00:00Z");
    }

    private Costs costs(String groupBy) {
        return store.warehouse().read(c -> CostsQuery.of(c, CostsQuery.parse(groupBy), TimeRange.parse(null, null)));
    }

    private static Group group(String model, long calls, long tasks, long input, long output, long picoUsd) {
        return new Group(List.of(model), spend(calls, tasks, input, output, picoUsd));
    }

    private static Spend spend(long calls, long tasks, long input, long output, long picoUsd) {
        return new Spend(calls, tasks, input, output, BigInteger.valueOf(picoUsd), 0);
    }
}
