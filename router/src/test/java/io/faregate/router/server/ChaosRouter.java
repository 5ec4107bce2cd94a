package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.faregate.router.admin.Control;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Target;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.limits.ConcurrencyGate;
import io.faregate.router.spend.BudgetView;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.Answers;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.LoopbackClient;
import io.faregate.router.testing.StubUpstream;
import io.faregate.router.usage.UsageSink;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A router on two event loops before three providers that answer by what a request says: {@code a=NAME}, {@code b=NAME}
 * and {@code c=NAME} name a {@link ChaosShape}, {@code GOOD} or {@code ENDLESS}. Routes {@code sound}; {@code dead0},
 * {@code mute0} and {@code stall0} and so on have in one place a target whose port is closed, or whose patience is
 * short.
 */
final class ChaosRouter implements AutoCloseable {
    private static final int LOOPS = 2;
    private static final String[] NAMES = {"a", "b", "c"};
    private static final String NO_BENCHES =
            "{ connection: 0s, timeout: 0s, rpm: 0s, rate_limited: 0s, queue_full: 0s, quota_exhausted: 0s, "
                    + "upstream_5xx: 0s, auth: 0s, model_missing: 0s }";

    final List<StubUpstream> stubs = List.of(StubUpstream.start(), StubUpstream.start(), StubUpstream.start());
    final SpendLedger ledger;
    final RouterServer server;
    private final Setup setup;
    private final int port;

    ChaosRouter(UsageSink sink, boolean benches, Patience patience) throws Exception {
        for (int i = 0; i < NAMES.length; i++) {
            String mine = NAMES[i] + "=";
            stubs.get(i).answering(body -> answer(body, mine));
        }
        setup = load(benches);
        ledger = new SpendLedger(setup.config().budgets().timeZone(), LOOPS);
        Control.configure(ledger, setup);
        RouterServer.Parts parts = new RouterServer.Parts("test", "1", LOOPS, ledger, sink);
        server = RouterServer.create(RouterServer.loops(LOOPS), parts, setup, patience);
        port = server.listen(
                        "127.0.0.1", 0, LOOPS, request -> request.response().end())
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    private static StubUpstream.Answer answer(String body, String mine) {
        int from = body.indexOf(mine) + mine.length();
        String name = body.substring(from, body.indexOf(';', from));
        boolean stream = body.contains("\"stream\":true");
        if (name.equals("ENDLESS")) {
            return Answers.endless(new AtomicLong());
        }
        if (name.equals("GOOD")) {
            return stream ? Answers.stream() : Answers.whole();
        }
        return ChaosShape.valueOf(name).answer(stream);
    }

    private Setup load(boolean benches) throws Exception {
        StringBuilder text = new StringBuilder("budgets: { daily_usd: 1000000 }\n");
        text.append(benches ? "" : "backoff: " + NO_BENCHES + "\n").append("providers:\n");
        for (int i = 0; i < NAMES.length; i++) {
            provider(text, NAMES[i], stubs.get(i).url());
        }
        provider(text, "dead", "http://127.0.0.1:" + closedPort() + "/v1");
        text.append("targets:\n");
        target(text, "dead", "dead", "30s", "30s");
        for (String name : NAMES) {
            target(text, name, name, "30s", "30s");
            target(text, name + "-mute", name, "250ms", "250ms");
            target(text, name + "-stall", name, "30s", "250ms");
        }
        text.append("routes:\n  sound: { mode: fallback, targets: [a, b, c] }\n");
        for (int i = 0; i < NAMES.length; i++) {
            for (String kind : new String[] {"dead", "mute", "stall"}) {
                String[] targets = NAMES.clone();
                targets[i] = kind.equals("dead") ? kind : NAMES[i] + "-" + kind;
                text.append(
                        "  %s%d: { mode: fallback, targets: [%s] }%n".formatted(kind, i, String.join(",", targets)));
            }
        }
        Environment keys = new Environment(Map.of("KEY", "the-key"), name -> null);
        return new ConfigLoader(PriceBook.builtIn(), keys).load("test", text.toString(), name -> null, Overrides.NONE);
    }

    private static void provider(StringBuilder text, String name, String url) {
        text.append("  %s: { base_url: \"%s\", api_key_env: KEY, dialect: openai }%n".formatted(name, url));
    }

    private static void target(StringBuilder text, String name, String provider, String first, String rest) {
        text.append("""
                  - { name: %s, virtual_key: %s, model: m-%s, price: { input: 1, output: 2 }, \
                concurrency: { max: 5000, queue: 0 }, timeout: { connect: 20s, first_token: %s, idle: %s, total: %s } }
                """.formatted(name, provider, name, first, rest, rest));
    }

    private static int closedPort() throws IOException {
        try (java.net.ServerSocket once = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            return once.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    LoopbackClient client() throws IOException {
        return new LoopbackClient(port);
    }

    /** Requests that providers have in hand. */
    int busy() {
        return stubs.stream().mapToInt(StubUpstream::busy).sum();
    }

    /** Waits until nothing is in hand, and looks whether everything was given back. */
    void settle() {
        Await.until("no request open", () -> server.shared().open() == 0);
        Await.until("no provider busy", () -> busy() == 0);
        assertThat(ledger.view()).extracting(BudgetView::reservedPicoUsd).containsOnly(0L);
        assertThat(ledger.lateSettlements()).isZero();
        for (Target target : setup.routing().targets()) {
            ConcurrencyGate gate =
                    Objects.requireNonNull(server.shared().gates().of(target));
            assertThat(gate.inside()).as("places at %s", target.name()).isZero();
            assertThat(gate.waiting()).as("waiting at %s", target.name()).isZero();
            assertThat(server.shared().inFlight().of(target.provider().name())).isZero();
        }
    }

    @Override
    public void close() {
        server.drain(0, () -> {});
        stubs.forEach(StubUpstream::close);
    }
}
