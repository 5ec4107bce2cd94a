package io.faregate.router.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.router.admin.Control;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.config.ConfigLoader;
import io.faregate.router.config.Environment;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.Setup;
import io.faregate.router.spend.SpendLedger;
import io.faregate.router.testing.Await;
import io.faregate.router.testing.KeptRows;
import io.faregate.router.testing.StubUpstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A router before stubs that go by providers' names, so that it speaks to each as to that provider. Each is a target of
 * its name at $1 and $2 per million tokens; routes {@code r}, {@code strict} (all in order) and {@code strict-first}.
 */
final class ProviderRouter implements AutoCloseable {
    private static final PriceBook BOOK = PriceBook.builtIn();

    private final List<StubUpstream> upstreams = new ArrayList<>();
    private final KeptRows rows = new KeptRows();
    private final RouterServer server;
    private final Setup setup;
    private final int port;

    /** {@code providers} are {@code name} or {@code name/model}; one of Anthropic speaks Anthropic's dialect. */
    ProviderRouter(String... providers) throws Exception {
        StringBuilder text = new StringBuilder("budgets: { daily_usd: 100 }\nproviders:\n");
        for (String each : providers) {
            StubUpstream stub = StubUpstream.start();
            upstreams.add(stub);
            text.append("  %s: { base_url: \"%s\", api_key_env: KEY, dialect: %s }\n"
                    .formatted(name(each), stub.url(), name(each).equals("anthropic") ? "anthropic" : "openai"));
        }
        text.append("targets:\n");
        for (String each : providers) {
            String model = each.contains("/") ? each.substring(each.indexOf('/') + 1) : "m-" + each;
            text.append("  - { virtual_key: %s, model: \"%s\", price: { input: 1, output: 2 } }\n"
                    .formatted(name(each), model));
        }
        String names = Stream.of(providers).map(ProviderRouter::name).collect(Collectors.joining(", "));
        text.append("routes:\n  r: { mode: fallback, targets: [%s] }\n".formatted(names));
        text.append("  strict: { mode: fallback, targets: [%s], strict: true }\n".formatted(names));
        text.append("  strict-first: { mode: single, targets: [%s], strict: true }\n".formatted(name(providers[0])));
        ConfigLoader loader = new ConfigLoader(BOOK, new Environment(Map.of("KEY", "key-of-theirs"), name -> null));
        setup = loader.load("test", text.toString(), name -> null, Overrides.NONE);
        SpendLedger ledger = new SpendLedger(setup.config().budgets().timeZone(), 1);
        Control.configure(ledger, setup);
        RouterServer.Parts parts = new RouterServer.Parts("test", "1", 1, ledger, rows);
        server = RouterServer.create(RouterServer.loops(1), parts, setup, Patience.USUAL);
        port = server.listen("127.0.0.1", 0, 1, request -> request.response().end())
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    private static String name(String provider) {
        return provider.contains("/") ? provider.substring(0, provider.indexOf('/')) : provider;
    }

    Setup setup() {
        return setup;
    }

    int port() {
        return port;
    }

    StubUpstream upstream(int index) {
        return upstreams.get(index);
    }

    /** Waits for that many rows. */
    List<JsonNode> rows(int requests) {
        Await.until("a row for each request", () -> rows.count() >= requests);
        Await.until("no request open", () -> server.shared().open() == 0);
        assertThat(rows.count()).isEqualTo(requests);
        return rows.all();
    }

    /** Forgets benches, rows and scripts. */
    void clear() {
        setup.routing().targets().forEach(server::clearBench);
        rows.clear();
        upstreams.forEach(StubUpstream::clear);
    }

    @Override
    public void close() {
        server.drain(0, () -> {});
        upstreams.forEach(StubUpstream::close);
    }
}
