package io.faregate.analytics.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Ramp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings of analytics from the product's one file and the environment. Strict about the {@code analytics}
 * section and the canaries' policies; whatever else the file holds is the router's to judge.
 */
public final class ConfigReader {
    private static final Set<String> OWN_KEYS =
            Set.of("host", "port", "database", "url", "routers", "admin_key_env", "webhooks", "keep_days");
    private static final Ramp RAMP = new Ramp(List.of(1.0, 5.0, 25.0, 50.0));
    private static final double PERCENT = 5;
    private static final int MOST_PORT = 65_535;

    private final UnaryOperator<@Nullable String> environment;

    /** A reader that takes variables from here. */
    public ConfigReader(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    /**
     * Reads a file; without one, the defaults.
     *
     * @throws ConfigFaults with all that is wrong
     */
    public AnalyticsConfig read(@Nullable Path file) throws ConfigFaults {
        String text;
        try {
            text = file == null ? "" : Files.readString(file);
        } catch (IOException e) {
            throw new ConfigFaults(List.of(file + ": cannot be read: " + e.getMessage()));
        }
        if (file != null && text.isBlank()) {
            // An editor's first half of a write: taken up, it would put every default in force.
            throw new ConfigFaults(List.of(file + ": found an empty file, expected a configuration ({} sets nothing)"));
        }
        return parse(text);
    }

    /**
     * Reads a document.
     *
     * @throws ConfigFaults with all that is wrong
     */
    AnalyticsConfig parse(String text) throws ConfigFaults {
        LocatedTree tree;
        try {
            tree = LocatedTree.read(text);
        } catch (IOException e) {
            throw new ConfigFaults(List.of("not YAML or JSON: " + e.getMessage()));
        }
        List<String> faults = new ArrayList<>();
        Section root = new Section(tree, tree.root(), "", environment, faults);
        Section own = root.below("analytics");
        Set<String> known = new TreeSet<>(OWN_KEYS);
        known.addAll(PolicyReader.KEYS);
        own.onlyKnown(known);
        Policy policy = PolicyReader.read(own, Policy.DEFAULT, TaskCap.ofEverybody(root));
        String host = or(own.text("host", null), "127.0.0.1");
        List<URI> named = own.raw("routers").isMissingNode() ? null : uris(own, "routers");
        String keyVariable = or(own.text("admin_key_env", null), "FAREGATE_ADMIN_KEY");
        AnalyticsConfig config = new AnalyticsConfig(
                host,
                overridden("FAREGATE_ANALYTICS_PORT", faults, own.whole("port", 8081, 0, MOST_PORT)),
                path(or(own.text("database", null), "data/analytics.duckdb")),
                path(or(root.below("usage").text("dir", null), "data/usage")),
                named,
                RouterAddress.of(
                        tree,
                        environment,
                        // Where routers are named, a port that is none is the router's alone to tell.
                        override("FAREGATE_ROUTER_PORT", named == null ? faults : new ArrayList<>())),
                secret(keyVariable, faults),
                webhooks(own, faults),
                own.whole("keep_days", 90, 1, 36_500),
                new Canaries(routes(root, policy), policy),
                DayBudgets.of(tree.root()));
        if (config.adminKey() == null && !Loopback.is(host)) {
            own.faultAt(
                    "host",
                    "a host that is not loopback needs an admin key; the variable " + keyVariable + " is not set");
        }
        if (!faults.isEmpty()) {
            throw new ConfigFaults(faults);
        }
        return config;
    }

    private static Map<String, CanaryRoute> routes(Section root, Policy base) {
        Map<String, CanaryRoute> found = new LinkedHashMap<>();
        Section routes = root.below("routes");
        for (String name : routes.keys()) {
            Section route = routes.below(name);
            if (!route.raw("canary").isObject()) {
                continue;
            }
            Section canary = route.below("canary");
            Section policySection = canary.below("policy");
            policySection.onlyKnown(PolicyReader.KEYS);
            Policy policy = PolicyReader.read(policySection, base, TaskCap.of(root, name));
            found.put(
                    name,
                    new CanaryRoute(
                            name,
                            route.texts("targets", List.of()),
                            canary.text("challenger", null),
                            canary.number("percent", PERCENT, 0, 100),
                            or(canary.text("experiment", null), ""),
                            "auto".equals(canary.text("promotion", "manual")),
                            ramp(canary.raw("ramp")),
                            policy));
        }
        return found;
    }

    private static Ramp ramp(JsonNode node) {
        List<Double> steps = new ArrayList<>();
        node.forEach(step -> steps.add(step.doubleValue()));
        return node.isArray() ? new Ramp(steps) : RAMP;
    }

    private int overridden(String variable, List<String> faults, int configured) {
        Integer override = override(variable, faults);
        return override == null ? configured : override;
    }

    /** The port that the environment puts in the place of the file's, or null. */
    private @Nullable Integer override(String variable, List<String> faults) {
        String override = environment.apply(variable);
        if (override == null || override.isBlank()) {
            return null;
        }
        try {
            int port = Integer.parseInt(override.strip());
            if (port >= 0 && port <= MOST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Told below, with what was found.
        }
        faults.add(variable + ": expected a port from 0 to " + MOST_PORT + ", found " + override);
        return null;
    }

    private Path path(String configured) {
        String base = environment.apply("FAREGATE_DATA_DIR");
        Path path = Path.of(configured);
        return base == null || base.isBlank() || path.isAbsolute()
                ? path
                : Path.of(base).resolve(path);
    }

    /** The secret of a variable, or of the file that {@code NAME_FILE} names. */
    private @Nullable String secret(String variable, List<String> faults) {
        String file = environment.apply(variable + "_FILE");
        String value = environment.apply(variable);
        if (value == null && file != null) {
            try {
                value = Files.readString(Path.of(file)).strip();
            } catch (IOException e) {
                faults.add(variable + "_FILE: the file cannot be read");
                return null;
            }
        }
        if (value != null && (value.isBlank() || !value.equals(value.strip()) || value.indexOf('\n') >= 0)) {
            faults.add(variable + ": blank, or with space around it");
            return null;
        }
        return value;
    }

    /** Addresses, each alone or with the variable of the secret that its messages are signed with. */
    private List<Webhook> webhooks(Section own, List<String> faults) {
        List<Webhook> webhooks = new ArrayList<>();
        for (Section each : own.list("webhooks", "url")) {
            each.onlyKnown(Set.of("url", "secret_env"));
            String address = each.text("url", null);
            String variable = each.text("secret_env", null);
            String secret = variable == null ? null : secret(variable, faults);
            if (variable != null && secret == null) {
                each.faultAt("secret_env", "the variable " + variable + " is not set");
            }
            URI url = address == null ? null : address(address);
            if (url == null) {
                // An address often is a secret: it is not repeated.
                each.faultAt("url", "expected an http or https address");
            } else {
                webhooks.add(new Webhook(url, secret));
            }
        }
        return List.copyOf(webhooks);
    }

    private static @Nullable URI address(String text) {
        try {
            URI uri = URI.create(text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null ? uri : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static List<URI> uris(Section section, String key) {
        List<URI> uris = new ArrayList<>();
        for (String text : section.texts(key, List.of())) {
            URI uri = address(text);
            if (uri == null) {
                section.faultAt(key, "expected an http or https address, found " + text);
            } else {
                uris.add(uri);
            }
        }
        return List.copyOf(uris);
    }

    private static String or(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }
}
