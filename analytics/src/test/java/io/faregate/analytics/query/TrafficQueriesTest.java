package io.faregate.analytics.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.analytics.query.BudgetsQuery.Charged;
import io.faregate.analytics.query.RefusalsQuery.Refusals;
import io.faregate.analytics.query.RequestsQuery.Cursor;
import io.faregate.analytics.query.RequestsQuery.Filter;
import io.faregate.analytics.query.RequestsQuery.Page;
import io.faregate.analytics.query.RoutingQuery.PassedOver;
import io.faregate.analytics.query.RoutingQuery.Routing;
import io.faregate.analytics.query.RoutingQuery.Share;
import io.faregate.analytics.testing.Rows;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What became of the calls of a range: refusals, routing, single calls, budgets. */
class TrafficQueriesTest extends WithStore {
    private static final TimeRange ALL = TimeRange.parse(null, null);
    private static final Filter ANY = new Filter(null, null, null, null, null);
    private static final long TEN_O_CLOCK = 1_787_220_000_000_000L;

    @Test
    void countsRefusalsByWhyAndWhoseTheyWere() {
        store.add(
                refused("1", "t1", "daily_budget_exceeded").put("key", "a"),
                refused("2", "t1", "daily_budget_exceeded").put("key", "a"),
                refused("3", "t2", "unpriced"),
                Rows.call("4", "t3", "0.01"));
        assertThat(refusals(ALL, null))
                .containsExactly(
                        new Refusals("daily_budget_exceeded", 402L, "a", "r", 2, 1, TEN_O_CLOCK),
                        new Refusals("unpriced", 402L, null, "r", 1, 1, TEN_O_CLOCK));
        assertThat(refusals(ALL, "other")).isEmpty();
    }

    @Test
    void rangesAreHalfOpen() {
        store.add(refused("1", "t1", "unpriced"), refused("2", "t1", "unpriced").put("ts", "2026-08-20T11:00:00.000Z"));
        assertThat(refusals(TimeRange.parse("2026-08-20T10:00:00Z", "2026-08-20T11:00:00Z"), null))
                .containsExactly(new Refusals("unpriced", 402L, null, "r", 1, 1, TEN_O_CLOCK));
    }

    @Test
    void tellsWhoServedAndWhyOthersDidNot() {
        ObjectNode rescued = Rows.call("1", "t1", "0.02").put("target", "b").put("fallthrough", true);
        rescued.putArray("attempts")
                .add(Rows.attempt("a", "0.01", 1, 1).put("result", "failed").put("class", "upstream_5xx"))
                .add(Rows.attempt("b", "0.01", 1, 1).put("result", "served"));
        ObjectNode skipped = Rows.call("2", "t2", "0.02").put("target", "b").put("fallthrough", true);
        skipped.putArray("skipped").addObject().put("target", "a").put("reason", "benched:upstream_5xx");
        store.add(
                rescued,
                skipped,
                Rows.call("3", "t3", "0.01"),
                Rows.challenger("4", "t4", "0.01"),
                refused("5", "t5", "unpriced"));
        Routing routing = store.warehouse().read(c -> RoutingQuery.of(c, ALL, "r"));
        assertThat(routing.shares())
                .containsExactly(
                        new Share("r", "challenger", "c", 1, 0),
                        new Share("r", "primary", "b", 2, 2),
                        new Share("r", "primary", "a", 1, 0));
        assertThat(routing.passedOver())
                .containsExactly(
                        new PassedOver("failed", "a", "upstream_5xx", 1),
                        new PassedOver("skipped", "a", "benched:upstream_5xx", 1));
    }

    @Test
    void pagesThroughAllCallsOnceNewestFirst() {
        List<Object> rows = new ArrayList<>(IntStream.range(0, 23)
                .mapToObj(i -> (Object) Rows.call(String.format("id-%02d", i), "t" + i, "0.01")
                        .put("ts", String.format("2026-08-20T10:00:%02d.000Z", i / 3)))
                .toList());
        List<String> newestFirst = new ArrayList<>(IntStream.range(0, 23)
                .mapToObj(i -> String.format("id-%02d", i))
                .toList());
        Collections.shuffle(rows, new Random(3));
        store.add(rows.toArray());
        List<String> seen = new ArrayList<>();
        Cursor cursor = Cursor.START;
        int pages = 0;
        while (cursor != null) {
            Page<String> page = page(ANY, cursor, 5);
            seen.addAll(page.calls());
            cursor = page.next() == null ? null : Cursor.parse(page.next().print());
            pages++;
        }
        assertThat(pages).isEqualTo(5);
        assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(newestFirst);
        assertThat(seen.subList(0, 2)).containsExactlyInAnyOrder("id-21", "id-22");
    }

    @Test
    void listsOnlyWhatTheFilterAsksFor() {
        store.add(
                Rows.call("1", "t1", "0.01"),
                Rows.challenger("2", "t2", "0.01"),
                refused("3", "t3", "unpriced").put("key", "k"));
        assertThat(page(new Filter("r", null, null, "challenger", null), Cursor.START, 10)
                        .calls())
                .containsExactly("2");
        assertThat(page(new Filter(null, "a", "served", null, null), Cursor.START, 10)
                        .calls())
                .containsExactly("1");
        assertThat(page(new Filter(null, null, null, null, "k"), Cursor.START, 10)
                        .calls())
                .containsExactly("3");
        assertThat(page(new Filter("other", null, null, null, null), Cursor.START, 10)
                        .next())
                .isNull();
    }

    @Test
    void refusesACursorThatNoAnswerGave() {
        assertThatThrownBy(() -> Cursor.parse("17")).hasMessageContaining("found 17");
        assertThatThrownBy(() -> Cursor.parse("x.y")).hasMessageContaining("found x.y");
        assertThat(Cursor.parse("")).isEqualTo(Cursor.START);
    }

    @Test
    void chargesEverybodyTheKeyAndTheRouteForACall() {
        store.add(
                Rows.call("1", "t1", "0.01").put("key", "a").put("charged_usd", new BigDecimal("0.03")),
                Rows.call("2", "t2", "0.02").put("charged_usd", new BigDecimal("0.02")),
                refused("3", "t3", "daily_budget_exceeded").put("key", "a").put("charged_usd", 0));
        List<Charged> charged = store.warehouse().read(c -> BudgetsQuery.of(c, ALL));
        assertThat(charged)
                .containsExactly(
                        new Charged("global", 3, pico("50000000000"), pico("30000000000"), 1),
                        new Charged("key:a", 2, pico("30000000000"), pico("10000000000"), 1),
                        new Charged("route:r", 3, pico("50000000000"), pico("30000000000"), 1));
        assertThat(store.warehouse()
                        .read(c -> CostsQuery.of(c, List.of("day"), ALL))
                        .total()
                        .costPicoUsd())
                .isEqualTo(pico("30000000000"));
    }

    private List<Refusals> refusals(TimeRange range, @Nullable String route) {
        return store.warehouse().read(c -> RefusalsQuery.of(c, range, route));
    }

    private Page<String> page(Filter filter, Cursor from, int limit) {
        return store.warehouse()
                .read(c -> RequestsQuery.of(c, ALL, filter, from, limit, row -> row.getString("row_id")));
    }

    private static ObjectNode refused(String id, String task, String code) {
        return Rows.call(id, task, "0")
                .put("outcome", "refused")
                .put("status", 402)
                .put("error_code", code)
                .putNull("target");
    }

    private static BigInteger pico(String amount) {
        return new BigInteger(amount);
    }
}
