package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.Provider;
import io.faregate.router.health.Bench;
import io.faregate.router.route.Routing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Each provider: whether it can be called, whom it benches, what it has in hand. Stateless. */
final class ProvidersPage {
    private ProvidersPage() {}

    static ObjectNode of(Loop loop) {
        Routing routing = loop.shared().snapshot().routing();
        ObjectNode page = Json.object();
        ArrayNode providers = page.putArray("providers");
        for (Provider provider : routing.providers()) {
            ObjectNode entry = providers.addObject();
            entry.put("name", provider.name());
            entry.put("registered", provider.registered());
            entry.put("reason", provider.missing());
            entry.put("dialect", provider.dialect());
            entry.putObject("limits");
            bench(loop, provider, entry);
            entry.put("in_flight", loop.shared().inFlight().of(provider.name()));
        }
        return page;
    }

    private static void bench(Loop loop, Provider provider, ObjectNode entry) {
        long now = loop.nowNanos();
        Bench benched = loop.shared()
                .board()
                .longest(provider, loop.shared().snapshot().routing().targets(), now);
        if (benched == null) {
            entry.putNull("bench");
            return;
        }
        Instant until = Instant.ofEpochMilli(loop.wallMillis() + (benched.untilNanos() - now) / 1_000_000)
                .truncatedTo(ChronoUnit.MILLIS);
        entry.putObject("bench").put("class", benched.failureClass().key()).put("until", until.toString());
    }
}
