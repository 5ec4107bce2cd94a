package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.admin.Control;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.limits.PermitSource;
import io.faregate.router.spend.Account;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.SliceSource;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.KeptRows;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.LoopbackClient.Reply;
import io.faregate.router.testing.StubUpstream;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endings where money or permits come from elsewhere, and where an answer cannot be put into other words. */
final class LedgerEndingsTest {
    private static final PriceBook BOOK = PriceBook.builtIn();
    private static final long PLENTY = 1_000_000_000_000L;

    private final StubUpstream provider = StubUpstream.start();
    private final KeptRows rows = new KeptRows();
    private @Nullable RouterServer running;

    @AfterEach
    void stop() {
        if (running != null) {
            running.drain(0, () -> {});
        }
        provider.close();
    }

    private LoopbackClient client(SpendLedger ledger, @Nullable PermitSource permits) throws Exception {
        String text = """
                budgets: { daily_usd: 100, when_unbounded: refuse }
                limits: { p: { rpm: 1000 } }
                providers:
                  p: { base_url: "%s", api_key_env: KEY, dialect: anthropic }
                targets:
                  - { name: p, virtual_key: p, model: m, price: { input: 1, output: 2 } }
                """.formatted(provider.url());
        ConfigLoader loader = new ConfigLoader(BOOK, new Environment(Map.of("KEY", "sk-p"), name -> null));
        Setup setup = loader.load("test", text, name -> null, Overrides.NONE);
        Control.configure(ledger, setup);
        RouterServer.Parts parts = new RouterServer.Parts("test", "1", 1, ledger, rows);
        RouterServer server = RouterServer.create(RouterServer.loops(1), parts, setup, Patience.USUAL);
        running = server;
        if (permits != null) {
            server.limits().share(permits);
        }
        int port = server.listen(
                        "127.0.0.1", 0, 1, request -> request.response().end())
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        return new LoopbackClient(port);
    }

    private static String body(String members) {
        return "{\"model\":\"m\",\"max_tokens\":100," + members
                + "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    }

    private JsonNode settled(SpendLedger ledger) {
        Await.until("the row", () -> rows.count() == 1);
        Await.until("no request open", () -> running != null && running.shared().open() == 0);
        Await.until("nothing held", () -> ledger.view().stream().allMatch(view -> view.reservedPicoUsd() == 0));
        assertThat(ledger.lateSettlements()).isZero();
        JsonNode row = rows.all().get(0);
        assertThat(ledger.view().stream().mapToLong(BudgetView::settledPicoUsd).max())
                .hasValue(row.path("charged_usd")
                        .decimalValue()
                        .movePointRight(12)
                        .longValueExact());
        return row;
    }

    /** Money that comes when the test lets it. */
    private static final class LateSource implements SliceSource {
        private final Queue<LongConsumer> asked = new ConcurrentLinkedQueue<>();

        @Override
        public void draw(Account account, long capPicoUsd, long leastPicoUsd, LongConsumer granted) {
            asked.add(granted);
        }

        @Override
        public long leftPicoUsd(Account account, long capPicoUsd) {
            return capPicoUsd;
        }

        void grant(long picoUsd) {
            LongConsumer next = asked.poll();
            while (next != null) {
                next.accept(picoUsd);
                next = asked.poll();
            }
        }
    }

    @Test
    void aClientThatLeavesWhileMoneyIsAskedForHoldsNone() throws Exception {
        LateSource source = new LateSource();
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1, source);
        try (LoopbackClient client = client(ledger, null)) {
            client.post(RunningRouter.PATH, body(""));
            Await.until("money is asked for", () -> !source.asked.isEmpty());
        }
        Await.until("the row", () -> rows.count() == 1);
        source.grant(PLENTY);

        JsonNode row = settled(ledger);
        assertThat(row.path("outcome").asText()).isEqualTo("canceled");
        assertThat(row.path("charged_usd").decimalValue()).isZero();
        assertThat(provider.calls()).isZero();
    }

    @Test
    void aRequestIsRefusedWhenTheAnswerIsThatThereIsNoMoney() throws Exception {
        LateSource source = new LateSource();
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1, source);
        try (LoopbackClient client = client(ledger, null)) {
            client.post(RunningRouter.PATH, body(""));
            Await.until("money is asked for", () -> !source.asked.isEmpty());
            source.grant(0);

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(402);
            assertThat(reply.body()).contains("daily_budget_exceeded").doesNotContain("cannot be reached");
        }
        assertThat(settled(ledger).path("outcome").asText()).isEqualTo("refused");
        assertThat(provider.calls()).isZero();
    }

    @Test
    void aRefusalSaysThatTheMoneyCouldNotBeAskedFor() throws Exception {
        LateSource source = new LateSource();
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1, source);
        try (LoopbackClient client = client(ledger, null)) {
            Objects.requireNonNull(running).readyDetail(() -> "it does not answer: 10.0.0.1");
            client.post(RunningRouter.PATH, body(""));
            Await.until("money is asked for", () -> !source.asked.isEmpty());
            source.grant(0);

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(402);
            assertThat(reply.body())
                    .contains("daily_budget_exceeded", "The store of the shared budgets cannot be reached")
                    .doesNotContain("10.0.0.1");
        }
    }

    @Test
    void aRequestThatStatesNoMaximumIsNotToldOfMoney() throws Exception {
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1, new LateSource());
        try (LoopbackClient client = client(ledger, null)) {
            Objects.requireNonNull(running).readyDetail(() -> "it does not answer: 10.0.0.1");
            client.post(RunningRouter.PATH, body("").replace("\"max_tokens\":100,", ""));

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(402);
            assertThat(reply.body())
                    .contains("daily_budget_exceeded", "states no maximum of output tokens")
                    .doesNotContain("cannot be reached");
        }
    }

    /** Permits that nobody has, and an answer that comes when the test lets it. */
    private static final class LatePermits implements PermitSource {
        private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
        private volatile boolean reachable = true;

        @Override
        public void ask(Runnable answered) {
            asked.add(answered);
        }

        @Override
        public boolean reachable() {
            return reachable;
        }

        void lose() {
            reachable = false;
            asked.forEach(Runnable::run);
        }
    }

    @Test
    void aClientThatLeavesWhilePermitsAreAskedForCallsNobody() throws Exception {
        LatePermits permits = new LatePermits();
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1);
        try (LoopbackClient client = client(ledger, permits)) {
            client.post(RunningRouter.PATH, body(""));
            Await.until("permits are asked for", () -> !permits.asked.isEmpty());
        }
        Await.until("the row", () -> rows.count() == 1);
        permits.lose();

        assertThat(settled(ledger).path("outcome").asText()).isEqualTo("canceled");
        assertThat(provider.calls()).isZero();
    }

    @Test
    void withoutPermitsNorAnybodyToAskTheLimitRefuses() throws Exception {
        LatePermits permits = new LatePermits();
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1);
        try (LoopbackClient client = client(ledger, permits)) {
            client.post(RunningRouter.PATH, body(""));
            Await.until("permits are asked for", () -> !permits.asked.isEmpty());
            permits.lose();

            Reply reply = client.read();

            assertThat(reply.status()).isEqualTo(429);
            assertThat(reply.headers()).containsKey("retry-after");
        }
        JsonNode row = settled(ledger);
        assertThat(row.path("skipped").path(0).path("reason").asText()).isEqualTo("limit:rpm");
        assertThat(provider.calls()).isZero();
    }

    @Test
    void anAnswerThatCannotBePutIntoOtherWordsIsChargedAtItsReservation() throws Exception {
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1);
        provider.then(Answers.status(200, "{\"type\":\"message\",\"content\":[{\"type\":"));
        try (LoopbackClient client = client(ledger, null)) {
            assertThat(client.post(RunningRouter.PATH, body("")).read().status())
                    .isEqualTo(502);
        }
        JsonNode row = settled(ledger);
        assertThat(row.path("outcome").asText()).isEqualTo("failed");
        assertThat(row.path("cost_usd").isNull()).isTrue();
        // One token in, a hundred out: nobody knows what was billed.
        assertThat(row.path("charged_usd").decimalValue()).isEqualByComparingTo("0.000201");
    }

    @Test
    void eventsThatCannotBePutIntoOtherWordsAreChargedForWhatCame() throws Exception {
        SpendLedger ledger = new SpendLedger(ZoneOffset.UTC, 1);
        provider.then(conversation -> {
            conversation.say(
                    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
            for (String data : List.of(
                    "{\"type\":\"message_start\",\"message\":{\"id\":\"i\",\"usage\":{\"input_tokens\":10}}}",
                    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
                    "{\"type\":\"content_block_delta\",\"index\":0,"
                            + "\"delta\":{\"type\":\"text_delta\",\"text\":\"Hello\"}}",
                    "{\"type\":\"content_block_delta\",\"index\":")) {
                conversation.piece("event: x\ndata: " + data + "\n\n");
            }
            conversation.awaitClosed();
        });
        try (LoopbackClient client = client(ledger, null)) {
            Reply reply =
                    client.post(RunningRouter.PATH, body("\"stream\":true,")).read();
            assertThat(reply.body())
                    .contains("Hello")
                    .contains("upstream_error")
                    .doesNotContain("[DONE]");
        }
        JsonNode row = settled(ledger);
        assertThat(row.path("outcome").asText()).isEqualTo("truncated");
        assertThat(row.path("usage_source").asText()).isEqualTo("estimated");
        assertThat(row.path("charged_usd").decimalValue()).isPositive().isLessThan(new BigDecimal("0.0001"));
    }
}
