package io.faregate.router.config;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.Capability;
import io.faregate.router.config.RouterConfig.Concurrency;
import io.faregate.router.config.RouterConfig.Retry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.config.RouterConfig.Timeouts;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a target. */
final class TargetReader {
    private static final long MILLI_NANOS = 1_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int MOST_WEIGHT = 1_000_000;
    private static final List<Integer> RETRIED = List.of(429, 502, 503);

    private TargetReader() {}

    /** One target with its defaults. */
    static TargetEntry target(Section section) {
        String virtualKey = section.needed("virtual_key", "the name of a provider");
        TargetEntry target = new TargetEntry(
                section.has("name") ? section.needed("name", "a name") : virtualKey,
                virtualKey,
                section.has("model") ? section.needed("model", "the name of a model") : null,
                modelMap(section.section("model_map")),
                List.copyOf(section.texts("models")),
                (int) section.whole("weight", 1, 0, MOST_WEIGHT),
                section.has("price") ? PriceReader.price(section.section("price")) : null,
                section.flag("trust_provider_cost", false),
                section.has("capabilities") ? capabilities(section) : null,
                section.whole("max_ctx", Candidate.UNKNOWN, 1, Long.MAX_VALUE),
                section.whole("max_output", Candidate.UNKNOWN, 1, Long.MAX_VALUE),
                retry(section.section("retry")),
                timeouts(virtualKey, section.section("timeout")),
                concurrency(section));
        section.end();
        return target;
    }

    /** A target that a file without targets has for a provider. */
    static TargetEntry standard(String provider) {
        return new TargetEntry(
                provider,
                provider,
                null,
                Map.of(),
                List.of(),
                1,
                null,
                false,
                null,
                Candidate.UNKNOWN,
                Candidate.UNKNOWN,
                new Retry(1, RETRIED, 100 * MILLI_NANOS),
                new Timeouts(
                        2 * SECOND_NANOS,
                        BuiltinProviders.firstTokenNanos(provider),
                        60 * SECOND_NANOS,
                        BuiltinProviders.totalNanos(provider)),
                new Concurrency(Long.MAX_VALUE, 0));
    }

    /** The same target with a model of its own. */
    static TargetEntry withModel(TargetEntry target, String model) {
        return new TargetEntry(
                target.name(),
                target.virtualKey(),
                model,
                target.modelMap(),
                target.models(),
                target.weight(),
                target.price(),
                target.trustProviderCost(),
                target.capabilities(),
                target.maxContextTokens(),
                target.maxOutputTokens(),
                target.retry(),
                target.timeouts(),
                target.concurrency());
    }

    private static Map<String, String> modelMap(Section section) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String name : section.names()) {
            map.put(name, section.needed(name, "the name of a model"));
        }
        section.end();
        return map;
    }

    private static @Nullable Integer capabilities(Section section) {
        int mask = 0;
        List<String> names = section.texts("capabilities");
        for (int i = 0; i < names.size(); i++) {
            Capability capability = Capability.of(names.get(i));
            if (capability == null) {
                List<String> known =
                        Arrays.stream(Capability.values()).map(Capability::key).toList();
                String item = KeyPath.item("capabilities", i);
                section.faultIn(item, "found \"" + names.get(i) + "\", expected " + Expected.oneOf(known));
            } else {
                mask |= capability.bit();
                mask |= capability == Capability.STRUCTURED_OUTPUT ? Capability.JSON_MODE.bit() : 0;
            }
        }
        return mask;
    }

    private static Retry retry(Section section) {
        int attempts = (int) section.whole("attempts", 1, 1, 10);
        List<Integer> statuses = section.has("on_status_codes")
                ? section.numbers("on_status_codes", Expected.whole(400, 599)).stream()
                        .map(BigDecimal::intValueExact)
                        .toList()
                : RETRIED;
        Retry retry = new Retry(attempts, statuses, section.durationNanos("initial_backoff", 100 * MILLI_NANOS, 0));
        section.end();
        return retry;
    }

    private static Timeouts timeouts(String provider, Section section) {
        Timeouts timeouts = new Timeouts(
                section.durationNanos("connect", 2 * SECOND_NANOS, 1),
                section.durationNanos("first_token", BuiltinProviders.firstTokenNanos(provider), 1),
                section.durationNanos("idle", 60 * SECOND_NANOS, 1),
                section.durationNanos("total", BuiltinProviders.totalNanos(provider), 1));
        section.end();
        return timeouts;
    }

    private static Concurrency concurrency(Section target) {
        if (!target.has("concurrency")) {
            return new Concurrency(Long.MAX_VALUE, 0);
        }
        Section section = target.section("concurrency");
        Concurrency concurrency = new Concurrency(
                section.whole("max", 32, 1, Long.MAX_VALUE), section.whole("queue", 100, 0, Long.MAX_VALUE));
        section.end();
        return concurrency;
    }
}
