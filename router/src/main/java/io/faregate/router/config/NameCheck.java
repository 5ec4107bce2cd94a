package io.faregate.router.config;

import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Spelling;
import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.config.RouterConfig.RuleEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.route.Route;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that each name leads somewhere and plays one role. */
final class NameCheck {
    private final RouterConfig config;
    private final Map<String, TargetEntry> targets;
    private final Set<String> models = new HashSet<>();
    private final Faults faults;

    /**
     * Over a configuration.
     *
     * @param targets its targets, or those that it has by default
     */
    NameCheck(RouterConfig config, Collection<TargetEntry> targets, PriceBook book, Faults faults) {
        this.config = config;
        this.targets = new LinkedHashMap<>();
        this.faults = faults;
        for (TargetEntry target : targets) {
            this.targets.putIfAbsent(target.name(), target);
            models.addAll(TargetAssembler.served(target, book).keySet());
        }
    }

    /** Checks everything. */
    void check() {
        checkTargets();
        config.routes().forEach(this::checkRoute);
        checkRules("strategy", config.strategy().rules(), targets.keySet(), "a target");
        checkAliases();
        checkRoles();
        Set<String> providers = ProviderRegistry.names(config);
        Set<String> both = new LinkedHashSet<>(providers);
        both.addAll(targets.keySet());
        for (String name : config.limits().keySet()) {
            checkName(KeyPath.key("limits", name), name, both, "a provider or target");
        }
        for (int i = 0; i < config.unavailable().size(); i++) {
            checkName(KeyPath.item("unavailable", i), config.unavailable().get(i), both, "a provider or target");
        }
        checkKeys();
    }

    private void checkTargets() {
        List<TargetEntry> written = config.targets();
        if (written == null) {
            return;
        }
        Map<String, Integer> first = new HashMap<>();
        Set<String> providers = ProviderRegistry.names(config);
        for (int i = 0; i < written.size(); i++) {
            TargetEntry target = written.get(i);
            String at = KeyPath.item("targets", i);
            if (!target.virtualKey().isBlank()) {
                checkName(KeyPath.key(at, "virtual_key"), target.virtualKey(), providers, "a provider");
            }
            Integer before = first.putIfAbsent(target.name(), i);
            if (before != null && !target.name().isBlank()) {
                faults.add(
                        KeyPath.key(at, "name"),
                        "found \"" + target.name() + "\", already the name of targets[" + before
                                + "], expected a name of its own");
            }
        }
    }

    private void checkRoute(String name, RouteEntry route) {
        String at = KeyPath.key("routes", name);
        Set<String> seen = new HashSet<>();
        for (String target : route.targets()) {
            String path = KeyPath.key(at, "targets");
            if (checkName(path, target, targets.keySet(), "a target")) {
                checkAskable(path, target);
                if (!seen.add(target)) {
                    faults.add(path, "found \"" + target + "\" twice, expected each target once");
                }
            }
        }
        checkRules(at, route.rules(), route.targets(), "a target of the route");
        CanaryEntry canary = route.canary();
        if (canary != null && !canary.challenger().isBlank()) {
            String path = KeyPath.key(KeyPath.key(at, "canary"), "challenger");
            if (checkName(path, canary.challenger(), targets.keySet(), "a target")) {
                checkAskable(path, canary.challenger());
                if (!route.targets().isEmpty() && route.targets().get(0).equals(canary.challenger())) {
                    faults.add(
                            path, "found \"" + canary.challenger() + "\", the primary itself, expected another target");
                }
            }
        }
    }

    private void checkAskable(String path, String name) {
        TargetEntry target = targets.get(name);
        if (target != null && TargetAssembler.routeModel(target) == null) {
            faults.add(
                    path,
                    "found \"" + name + "\", a target without a model, expected a model or one entry in model_map");
        }
    }

    private void checkRules(String at, List<RuleEntry> rules, Collection<String> known, String what) {
        Set<String> keys = keyNames();
        for (int i = 0; i < rules.size(); i++) {
            String rule = KeyPath.item(KeyPath.key(at, "rules"), i);
            for (String target : rules.get(i).targets()) {
                checkName(KeyPath.key(rule, "targets"), target, known, what);
            }
            String key = rules.get(i).when().get("key");
            if (key != null) {
                checkName(KeyPath.key(KeyPath.key(rule, "when"), "key"), key, keys, "a key under auth");
            }
        }
    }

    private void checkAliases() {
        for (Map.Entry<String, String> alias : config.aliases().entrySet()) {
            String path = KeyPath.key("aliases", alias.getKey());
            String end = Aliases.end(alias.getValue(), config.aliases());
            if (end == null) {
                faults.add(
                        path,
                        "found \"" + alias.getValue()
                                + "\", which leads round in a circle, expected the name of a route or model");
            } else if (!config.routes().containsKey(end) && !models.contains(end) && !isQualified(end)) {
                faults.add(path, "found \"" + alias.getValue() + "\", expected the name of a route or model");
            }
        }
    }

    private boolean isQualified(String name) {
        int slash = name.indexOf('/');
        return slash > 0
                && ProviderRegistry.names(config).contains(name.substring(0, slash))
                && models.contains(name.substring(slash + 1));
    }

    private void checkRoles() {
        for (String alias : config.aliases().keySet()) {
            if (config.routes().containsKey(alias)) {
                faults.add(KeyPath.key("aliases", alias), "found the name of a route, expected a name of its own");
            } else if (models.contains(alias)) {
                faults.add(KeyPath.key("aliases", alias), "found the name of a model, expected a name of its own");
            }
        }
        for (String route : config.routes().keySet()) {
            if (models.contains(route)) {
                faults.add(
                        KeyPath.key("routes", route),
                        "found the name of a model that a target serves, expected a name of its own");
            }
        }
    }

    private void checkKeys() {
        RouterConfig.Auth auth = config.auth();
        if (auth == null) {
            return;
        }
        Set<String> routes = new LinkedHashSet<>(config.routes().keySet());
        routes.add(Route.DEFAULT);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < auth.keys().size(); i++) {
            KeyEntry key = auth.keys().get(i);
            String at = KeyPath.item("auth.keys", i);
            if (!seen.add(key.name()) && !key.name().isBlank()) {
                faults.add(KeyPath.key(at, "name"), "found \"" + key.name() + "\" again, expected a name of its own");
            }
            for (int j = 0; j < key.routes().size(); j++) {
                checkName(
                        KeyPath.item(KeyPath.key(at, "routes"), j), key.routes().get(j), routes, "a route");
            }
        }
    }

    private Set<String> keyNames() {
        Set<String> names = new LinkedHashSet<>();
        if (config.auth() != null) {
            config.auth().keys().forEach(key -> names.add(key.name()));
        }
        return names;
    }

    private boolean checkName(String path, String name, Collection<String> known, String what) {
        if (known.contains(name)) {
            return true;
        }
        List<String> near = Spelling.near(name, known);
        String hint = near.isEmpty() ? "" : ", such as " + Expected.oneOf(near);
        faults.add(path, "found \"" + name + "\", expected the name of " + what + hint);
        return false;
    }
}
