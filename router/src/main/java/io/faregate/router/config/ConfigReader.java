package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Auth;
import io.faregate.router.config.RouterConfig.Budgets;
import io.faregate.router.config.RouterConfig.CatalogOptions;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.RouterConfig.Server;
import io.faregate.router.config.RouterConfig.Strategy;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.config.RouterConfig.UsageFiles;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.FailureClass;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the text of a configuration into records; everything that is wrong with it goes to the faults. */
final class ConfigReader {
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MOST_BODY_BYTES = 1L << 30;

    private final Reading reading;
    private final Environment environment;
    private final RouteReader routeReader = new RouteReader();

    private ConfigReader(Reading reading, Environment environment) {
        this.reading = reading;
        this.environment = environment;
    }

    /** The configuration, with defaults in the place of what is faulty. */
    static RouterConfig read(String text, Faults faults, Environment environment) {
        ConfigReader reader = new ConfigReader(new Reading(faults, environment), environment);
        return reader.read(tree(text, faults));
    }

    private static Node.Mapping tree(String text, Faults faults) {
        Node.Mapping none = new Node.Mapping(0, List.of());
        try {
            Node root = tree(text);
            if (root instanceof Node.Mapping mapping) {
                return mapping;
            }
            if (root != null && !(root instanceof Node.Scalar scalar && scalar.kind() == Node.Kind.NULL)) {
                faults.add(root.line(), "", "found " + root.words() + ", expected a mapping");
            }
        } catch (SyntaxException e) {
            faults.add(e.line(), "", String.valueOf(e.getMessage()));
        }
        return none;
    }

    private static @Nullable Node tree(String text) throws SyntaxException {
        if (!text.stripLeading().startsWith("{")) {
            return YamlTree.read(text);
        }
        try {
            return JsonTree.read(text);
        } catch (SyntaxException notJson) {
            try {
                return YamlTree.read(text);
            } catch (SyntaxException notYaml) {
                throw notJson;
            }
        }
    }

    private RouterConfig read(Node.Mapping root) {
        Section file = new Section(reading, "", root);
        Ports ports = Ports.of(environment, reading.faults);
        Server server = server(file.section("server"), ports.router());
        RouterConfig config = new RouterConfig(
                server,
                file.has("auth") ? auth(file.section("auth")) : null,
                ProviderReader.providers(file.section("providers")),
                strategy(file.section("strategy")),
                file.has("targets") ? targets(file) : null,
                routeReader.routes(file.section("routes")),
                aliases(file.section("aliases")),
                budgets(file.section("budgets")),
                limits(file.section("limits")),
                benchPolicy(file.section("backoff"), file.section("failures")),
                file.texts("unavailable"),
                usage(file.section("usage")),
                catalog(file.section("catalog")),
                AnalyticsReader.analytics(file.section("analytics"), ports.analytics(), server),
                shared(file.section("shared")),
                TelemetryReader.telemetry(file.section("telemetry"), environment));
        file.end();
        return config;
    }

    private static Server server(Section section, int port) {
        int written = (int) section.whole("port", 8080, 0, Ports.MOST);
        Server server = new Server(
                section.text("host", "127.0.0.1"),
                port < 0 ? written : port,
                section.whole("max_body_bytes", 33_554_432, 1, MOST_BODY_BYTES),
                section.durationNanos("drain", 20 * SECOND_NANOS, 0));
        section.end();
        return server;
    }

    private static Auth auth(Section section) {
        List<KeyEntry> keys = new ArrayList<>();
        for (Section key : section.sections("keys")) {
            keys.add(new KeyEntry(
                    key.needed("name", "the key's name"),
                    key.needed("key_env", "the variable that holds the key"),
                    key.texts("routes"),
                    RouteReader.caps(key.section("budgets"))));
            if (key.isEmptyList("routes")) {
                key.fault("routes", "found an empty list, expected a route, or no such key for all routes");
            }
            key.end();
        }
        Auth auth = new Auth(section.text("admin_key_env", AnalyticsReader.ADMIN_KEY), List.copyOf(keys));
        section.end();
        return auth;
    }

    private Strategy strategy(Section section) {
        Map<String, UnpricedStrategy> unpriced = new LinkedHashMap<>();
        unpriced.put("fallback", UnpricedStrategy.FALLBACK);
        unpriced.put("skip", UnpricedStrategy.SKIP);
        unpriced.put("allow", UnpricedStrategy.ALLOW);
        Strategy strategy =
                routeReader.strategy(section, section.word("unpriced_strategy", UnpricedStrategy.FALLBACK, unpriced));
        section.end();
        return strategy;
    }

    private static List<TargetEntry> targets(Section file) {
        List<TargetEntry> targets = new ArrayList<>();
        for (Section section : file.sections("targets")) {
            targets.add(TargetReader.target(section));
        }
        return List.copyOf(targets);
    }

    private static Map<String, String> aliases(Section section) {
        Map<String, String> aliases = new LinkedHashMap<>();
        for (String name : section.names()) {
            String other = section.text(name);
            if (other != null) {
                aliases.put(name, other);
            }
        }
        section.end();
        return aliases;
    }

    private static Budgets budgets(Section section) {
        Map<String, Boolean> unbounded = new LinkedHashMap<>();
        unbounded.put("clamp", true);
        unbounded.put("refuse", false);
        Map<String, Boolean> unpriced = new LinkedHashMap<>();
        unpriced.put("refuse", false);
        unpriced.put("allow", true);
        Caps caps = RouteReader.openCaps(section);
        Budgets budgets = new Budgets(
                caps,
                zone(section),
                section.word("when_unbounded", true, unbounded),
                section.word("unpriced", false, unpriced));
        section.end();
        return budgets;
    }

    private static ZoneId zone(Section section) {
        String zone = section.text("time_zone", "UTC");
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            section.fault("time_zone", "found \"" + zone + "\", expected a time zone such as UTC or Europe/Berlin");
            return ZoneOffset.UTC;
        }
    }

    private static Map<String, LimitEntry> limits(Section section) {
        Map<String, LimitEntry> limits = new LinkedHashMap<>();
        for (String name : section.names()) {
            limits.put(name, LimitReader.limits(section.section(name)));
        }
        section.end();
        return limits;
    }

    private static BenchPolicy benchPolicy(Section backoff, Section failures) {
        Map<FailureClass, Long> nanos = new EnumMap<>(FailureClass.class);
        Map<FailureClass, Boolean> movesOn = new EnumMap<>(FailureClass.class);
        Map<String, Boolean> next = new LinkedHashMap<>();
        next.put("next", true);
        next.put("stop", false);
        for (FailureClass failure : FailureClass.values()) {
            if (failure.benchSeconds() > 0 && backoff.has(failure.key())) {
                nanos.put(failure, backoff.durationNanos(failure.key(), failure.benchSeconds() * SECOND_NANOS, 0));
            }
            if (failures.has(failure.key())) {
                Section section = failures.section(failure.key());
                movesOn.put(failure, section.word("then", failure.movesOn(), next));
                section.end();
            }
        }
        backoff.end();
        failures.end();
        return new BenchPolicy(nanos, movesOn);
    }

    private static UsageFiles usage(Section section) {
        UsageFiles usage = new UsageFiles(section.text("dir", "data/usage"), section.flag("stdout", false));
        section.end();
        return usage;
    }

    private static CatalogOptions catalog(Section section) {
        CatalogOptions catalog = new CatalogOptions(
                section.text("overlay", "catalog.json"),
                section.has("overlay"),
                section.flag("allow_training", false),
                section.flag("allow_retired", false));
        section.end();
        return catalog;
    }

    private static @Nullable String shared(Section section) {
        String redis = section.text("redis");
        if (redis != null && !redis.startsWith("redis://") && !redis.startsWith("rediss://")) {
            section.fault(
                    "redis", "found " + section.shown("redis") + ", expected a URL such as redis://127.0.0.1:6379");
        }
        section.end();
        return redis;
    }
}
