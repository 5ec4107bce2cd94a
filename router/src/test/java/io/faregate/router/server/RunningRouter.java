package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.admin.Control;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.ConfigException;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.limits.ConcurrencyGate;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.KeptRows;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A router on one event loop between a client and two stubs, targets {@code a} and {@code b}, route {@code r}. */
final class RunningRouter implements AutoCloseable {
    static final String BODY =
            "{\"model\":\"r\",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    static final String STREAM = BODY.replace("\"max_tokens\"", "\"stream\":true,\"max_tokens\"");
    static final String PATH = "/v1/chat/completions";

    private static final PriceBook BOOK = PriceBook.builtIn();
    private static final Map<String, String> VARIABLES = Map.of("A_KEY", "key-a", "B_KEY", "key-b");

    final StubUpstream a = StubUpstream.start();
    final StubUpstream b = StubUpstream.start();
    final KeptRows rows = new KeptRows();
    final RouterServer server;
    final SpendLedger ledger;
    final int port;
    private Setup setup;

    /** What a test's configuration differs in; the defaults suit most. */
    record Settings(String a, String r, String budgets, String limits, Patience patience) {
        static final Settings USUAL = new Settings("", "", "daily_usd: 100", "", Patience.USUAL);

        Settings a(String text) {
            return new Settings(text, r, budgets, limits, patience);
        }

        Settings r(String text) {
            return new Settings(a, text, budgets, limits, patience);
        }

        Settings budgets(String text) {
            return new Settings(a, r, text, limits, patience);
        }

        Settings limits(String text) {
            return new Settings(a, r, budgets, text, patience);
        }

        Settings patience(long idleMillis, long bodyMillis) {
            return new Settings(
                    a, r, budgets, limits, new Patience(idleMillis, bodyMillis, Patience.USUAL.stallMillis()));
        }

        Settings stall(long millis) {
            Patience other = new Patience(patience.idleMillis(), patience.bodyMillis(), millis);
            return new Settings(a, r, budgets, limits, other);
        }
    }

    RunningRouter(Settings settings) throws Exception {
        this(settings, null);
    }

    RunningRouter(Settings settings, @org.jspecify.annotations.Nullable UsageSink sink) throws Exception {
        setup = load(settings);
        ledger = new SpendLedger(setup.config().budgets().timeZone(), 1);
        Control.configure(ledger, setup);
        RouterServer.Parts parts = new RouterServer.Parts("test", "1", 1, ledger, sink == null ? rows : sink);
        server = RouterServer.create(RouterServer.loops(1), parts, setup, settings.patience());
        port = server.listen("127.0.0.1", 0, 1, request -> request.response().end())
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    private Setup load(Settings settings) throws ConfigException {
        String text = """
                server: { max_body_bytes: 100000 }
                budgets: { %s }
                limits: { %s }
                providers:
                  a: { base_url: "%s", api_key_env: A_KEY, dialect: openai }
                  b: { base_url: "%s", api_key_env: B_KEY, dialect: openai }
                targets:
                  - { name: a, virtual_key: a, model: m-a, price: { input: 1, output: 2 }, concurrency: { max: 2, queue: 1 } %s }
                  - { name: b, virtual_key: b, model: m-b, price: { input: 1, output: 2 }, concurrency: { max: 2, queue: 1 } }
                routes:
                  r: { mode: fallback, targets: [a, b] %s }
                  alone: { mode: single, targets: [a] %s }
                """.formatted(
                        settings.budgets(),
                        settings.limits(),
                        a.url(),
                        b.url(),
                        settings.a().isEmpty() ? "" : ", " + settings.a(),
                        settings.r().isEmpty() ? "" : ", " + settings.r(),
                        settings.r().isEmpty() ? "" : ", " + settings.r());
        ConfigLoader loader = new ConfigLoader(BOOK, new Environment(VARIABLES, name -> null));
        return loader.load("test", text, name -> null, Overrides.NONE);
    }

    /** Puts another configuration into force. */
    void reload(Settings settings) throws ConfigException {
        setup = load(settings);
        Control.configure(ledger, setup);
        server.swap(setup);
    }

    /** Gives a provider another address, one that a configuration file could not name included. */
    void moveProvider(String name, String url) {
        setup = MovedProvider.of(setup, name, URI.create(url));
        server.swap(setup);
    }

    LoopbackClient client() throws IOException {
        return new LoopbackClient(port);
    }

    /** One whole exchange. */
    LoopbackClient.Reply call(String body) throws IOException {
        try (LoopbackClient client = client()) {
            return client.post(PATH, body).read();
        }
    }

    /** The only row there is; all that a request holds must have been given back by then. */
    JsonNode onlyRow() {
        return settledRows(1).get(0);
    }

    /** Waits for that many rows, one a request, and for everything to be given back. */
    List<JsonNode> settledRows(int requests) {
        Await.until("a row for each request", () -> rows.count() >= requests);
        Await.until("no request open", () -> server.shared().open() == 0);
        Await.until("no connection to a provider in use", () -> a.busy() == 0 && b.busy() == 0);
        assertThat(rows.count()).isEqualTo(requests);
        assertThat(ledger.view()).extracting(BudgetView::reservedPicoUsd).containsOnly(0L);
        assertThat(ledger.lateSettlements()).isZero();
        for (Target target : setup.routing().targets()) {
            ConcurrencyGate gate = gate(target);
            assertThat(gate.inside()).as("places at %s", target.name()).isZero();
            assertThat(gate.waiting()).as("waiting at %s", target.name()).isZero();
            assertThat(server.shared().inFlight().of(target.provider().name())).isZero();
        }
        return rows.all();
    }

    Target target(String name) {
        return setup.routing().targets().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    ConcurrencyGate gate(String target) {
        return gate(target(target));
    }

    private ConcurrencyGate gate(Target target) {
        return Objects.requireNonNull(server.shared().gates().of(target));
    }

    /** Forgets benches, rows and scripts of an earlier test. */
    void clear() {
        setup.routing().targets().forEach(server::clearBench);
        rows.clear();
        a.clear();
        b.clear();
    }

    @Override
    public void close() {
        server.drain(0, () -> {});
        a.close();
        b.close();
    }
}
