package io.faregate.router.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.replay.Outcome.Model;
import io.faregate.router.route.Routing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReplayTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final long DAY = Instant.parse("2026-08-20T00:00:00Z").toEpochMilli();
    private static final String CONFIG = """
            providers:
              x: { base_url: "http://x.example", api_key_env: X_KEY, dialect: openai }
            targets:
              - { name: a, virtual_key: x, model: m-a, price: { input: 2, output: 4, cached_input: 1 } }
              - { name: b, virtual_key: x, model: m-b, price: { input: 1, output: 1 } }
              - { name: raw, virtual_key: x, model: m-raw }
            routes:
              first: { mode: fallback, targets: [a, b] }
              cheap: { mode: cost-optimized, targets: [a, b] }
              raw: { mode: single, targets: [raw] }
              ruled: { mode: content-based, targets: [a, b], rules: [ { when: { prompt_contains: x }, targets: [b] } ] }
            """;

    private Replay replay;

    @BeforeEach
    void open() throws Exception {
        PriceBook book = PriceBook.builtIn();
        Routing routing = new ConfigLoader(book, new Environment(Map.of("X_KEY", "k"), name -> null))
                .load("test", CONFIG, name -> null, Overrides.NONE)
                .routing();
        replay = new Replay(routing, book, DAY, DAY + 86_400_000L);
    }

    @Test
    void reckonsTheSameCallAtNewPricesAndByNewRouting() {
        replay.add(call("1", "cheap"));
        Outcome outcome = replay.outcome();
        // 1,000 in at $2 and 500 out at $4 a million; by price b leads, at $1 each.
        assertThat(outcome.models())
                .isEqualTo(Map.of(
                        "m-a", new Model(1, pico(9_000_000_000L), pico(4_000_000_000L), 0, pico(0)),
                        "m-b", new Model(0, pico(0), pico(0), 1, pico(1_500_000_000L))));
        assertThat(outcome.total())
                .isEqualTo(new Model(1, pico(9_000_000_000L), pico(4_000_000_000L), 1, pico(1_500_000_000L)));
    }

    @Test
    void pricesThePartsThatTheRowTells() {
        replay.add(call("1", "first").put("cached_input_tokens", 400));
        // 600 at $2, 400 at $1, 500 at $4
        assertThat(replay.outcome().total())
                .isEqualTo(new Model(1, pico(9_000_000_000L), pico(3_600_000_000L), 1, pico(3_600_000_000L)));
    }

    @Test
    void reckonsEachBilledAttemptAtItsOwnPlaceAndSaysThatPartsAreNotKnown() {
        ObjectNode row = call("1", "first").put("input_tokens", 1100).put("output_tokens", 550);
        row.withArray("/attempts")
                .insertObject(0)
                .put("target", "b")
                .put("provider", "x")
                .put("model", "m-b")
                .put("result", "failed")
                .put("input_tokens", 100)
                .put("output_tokens", 50);
        replay.add(row);
        Outcome outcome = replay.outcome();
        // b: 100 and 50 at $1; a: 1,000 at $2 and 500 at $4
        assertThat(outcome.total().repricedPicoUsd()).isEqualTo(pico(4_150_000_000L));
        assertThat(outcome.splitCalls()).isEqualTo(1);
        assertThat(OutcomeText.notes(outcome)).anyMatch(note -> note.startsWith("1 calls had several billed attempts"));
    }

    @Test
    void leavesOutWhatItCannotKnowAndSaysWhy() {
        replay.add(call("1", "first").putNull("cost_usd"));
        replay.add(call("2", "gone"));
        replay.add(call("3", "ruled"));
        replay.add(call("4", "raw"));
        ObjectNode foreign = call("5", "first").put("model", "other");
        ((ObjectNode) foreign.at("/attempts/0")).put("model", "other");
        replay.add(foreign);
        Outcome outcome = replay.outcome();
        assertThat(outcome.calls()).isZero();
        assertThat(outcome.models()).isEmpty();
        assertThat(outcome.leftOut())
                .isEqualTo(Map.of(
                        Unknown.COST_THEN, 1L,
                        Unknown.NO_ROUTE, 1L,
                        Unknown.RULES, 1L,
                        Unknown.ROUTED_PRICE, 1L,
                        Unknown.PRICE_NOW, 1L));
        assertThat(OutcomeText.notes(outcome))
                .contains("1 calls are left out of every sum: the new route goes by rules over text or metadata, which"
                        + " rows do not hold.");
    }

    @Test
    void countsACallOfTheRangeOnceAndNothingElse() {
        replay.add(call("1", "first"));
        replay.add(call("1", "first"));
        replay.add(call("2", "first").put("ts", "2026-08-19T23:59:59.999Z"));
        replay.add(call("3", "first").put("ts", "2026-08-21T00:00:00.000Z"));
        replay.add(JSON.createObjectNode().put("type", "feedback").put("row_id", "4"));
        replay.add(null);
        replay.add(JSON.createObjectNode());
        ObjectNode refused =
                call("5", "first").put("cost_usd", 0).put("input_tokens", 0).put("output_tokens", 0);
        refused.putArray("attempts");
        replay.add(refused);
        Outcome outcome = replay.outcome();
        assertThat(outcome.calls()).isEqualTo(1);
        assertThat(outcome.unbilled()).isEqualTo(1);
        assertThat(outcome.badLines()).isEqualTo(2);
    }

    @Test
    void readsRowsOfAnOlderRouterThatLackWhatCameLater() {
        replay.add(JSON.createObjectNode()
                .put("type", "call")
                .put("row_id", "1")
                .put("ts", "2026-08-20T10:00:00Z")
                .put("requested_model", "first")
                .put("target", "a")
                .put("provider", "x")
                .put("model", "m-a")
                .put("input_tokens", 1000)
                .put("output_tokens", 500)
                .put("cost_usd", new BigDecimal("0.009")));
        assertThat(replay.outcome().total().repricedPicoUsd()).isEqualTo(pico(4_000_000_000L));
    }

    @Test
    void printsATableWithTheDifferencePerModel() {
        replay.add(call("1", "cheap"));
        assertThat(OutcomeText.lines(replay.outcome()).subList(0, 6))
                .containsExactly(
                        "model  calls then  cost then  at new prices   change  calls now  by new routing",
                        "m-a             1     $0.009         $0.004  -55.6 %          0              $0",
                        "m-b             0         $0             $0      0 %          1         $0.0015",
                        "total           1     $0.009         $0.004  -55.6 %          1         $0.0015",
                        "",
                        "New prices alone: -55.6 %. New prices and routing: -83.3 %.");
        assertThat(OutcomeText.json(replay.outcome(), "f", "t")).contains("\"routed_usd\" : 0.0015");
    }

    /** 1,000 tokens in, 500 out at target a, for $0.009. */
    private static ObjectNode call(String id, String model) {
        ObjectNode row = JSON.createObjectNode();
        row.put("schema", 1).put("type", "call").put("row_id", id).put("ts", "2026-08-20T10:00:00.000Z");
        row.put("task_id", "t")
                .put("surface", "chat")
                .put("requested_model", model)
                .put("stream", false);
        row.put("target", "a").put("provider", "x").put("model", "m-a").put("estimated_input_tokens", 1000);
        row.put("input_tokens", 1000).put("output_tokens", 500).put("cost_usd", new BigDecimal("0.009"));
        row.putArray("attempts")
                .addObject()
                .put("target", "a")
                .put("provider", "x")
                .put("model", "m-a")
                .put("result", "served")
                .put("input_tokens", 1000)
                .put("output_tokens", 500);
        return row;
    }

    private static BigInteger pico(long picoUsd) {
        return BigInteger.valueOf(picoUsd);
    }
}
