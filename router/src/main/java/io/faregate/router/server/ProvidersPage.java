package io.faregate.router.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.health.Bench;
import io.faregate.router.limits.LimitRules;
import io.faregate.router.limits.RateLimits;
import io.faregate.router.route.Routing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

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
            limits(loop, provider, entry.putObject("limits"));
            slots(provider, entry);
            bench(loop, provider, entry);
            entry.put("in_flight", loop.shared().inFlight().of(provider.name()));
        }
        return page;
    }

    /** The names of numbered keys, each metered by itself. */
    private static void slots(Provider provider, ObjectNode entry) {
        if (provider.slots().size() > 1) {
            ArrayNode slots = entry.putArray("slots");
            provider.slots().forEach(slot -> slots.add(slot.name()));
        }
    }

    /** The limits of all key slots together, and what is left of them. */
    private static void limits(Loop loop, Provider provider, ObjectNode page) {
        long nanos = loop.nowNanos();
        long millis = loop.wallMillis();
        List<RateLimits> limits = new ArrayList<>();
        for (KeySlot slot : provider.slots()) {
            RateLimits each = loop.shared().limits().of(provider.name(), slot.name(), nanos);
            if (each != null) {
                limits.add(each);
            }
        }
        limit(limits, page, "rpm", each -> each.rules().rpm(), each -> each.requestsLeft(nanos));
        limit(limits, page, "rpd", each -> each.rules().rpd(), each -> each.requestsLeftToday(millis));
        limit(limits, page, "tpm", each -> each.rules().tpm(), each -> each.tokensLeft(nanos));
    }

    private static void limit(
            List<RateLimits> limits,
            ObjectNode page,
            String name,
            ToLongFunction<RateLimits> rule,
            ToLongFunction<RateLimits> left) {
        long limit = 0;
        long rest = 0;
        for (RateLimits each : limits) {
            if (rule.applyAsLong(each) == LimitRules.UNLIMITED) {
                return;
            }
            limit += rule.applyAsLong(each);
            rest += Math.max(0, left.applyAsLong(each));
        }
        if (!limits.isEmpty()) {
            page.putObject(name).put("limit", limit).put("left", rest);
        }
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
