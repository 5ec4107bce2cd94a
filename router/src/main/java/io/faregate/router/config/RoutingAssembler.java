package io.faregate.router.config;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.PriceBook;
import io.faregate.router.catalog.Provider;
import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.LimitEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.config.RouterConfig.RuleEntry;
import io.faregate.router.config.RouterConfig.Strategy;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.route.Absent;
import io.faregate.router.route.Canary;
import io.faregate.router.route.Mode;
import io.faregate.router.route.Route;
import io.faregate.router.route.Routing;
import io.faregate.router.route.Rule;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves the names of a checked configuration into the routing that decisions read. One use each. */
final class RoutingAssembler {
    private final RouterConfig config;
    private final Map<String, TargetAssembler> targets = new LinkedHashMap<>();
    private final Map<String, Route> routes = new LinkedHashMap<>();
    private final Set<String> told = new LinkedHashSet<>();
    /** Why targets serve nothing, by their names; and who would serve a model but for that, by its name. */
    private final Map<String, String> away = new LinkedHashMap<>();

    private final Map<String, List<Absent>> absent = new LinkedHashMap<>();

    /**
     * Over the registered targets among the given ones.
     *
     * @param limits the limits of a target by its name, provider's included
     */
    RoutingAssembler(
            RouterConfig config,
            Collection<TargetEntry> entries,
            Map<String, Provider> providers,
            PriceBook book,
            Map<String, LimitEntry> limits) {
        this.config = config;
        for (TargetEntry entry : entries) {
            Provider provider = providers.get(entry.virtualKey());
            if (provider == null) {
                continue;
            }
            String reason =
                    config.unavailable().contains(entry.name()) ? ProviderRegistry.UNAVAILABLE : provider.missing();
            if (reason != null) {
                noteAway(
                        entry,
                        reason.equals(ProviderRegistry.UNAVAILABLE) ? reason : "not registered: " + reason,
                        book);
            } else {
                long context =
                        limits.getOrDefault(entry.name(), LimitEntry.NONE).maxContextTokens();
                targets.putIfAbsent(
                        entry.name(), new TargetAssembler(entry, provider, book, config.catalog(), context));
            }
        }
    }

    private void noteAway(TargetEntry entry, String reason, PriceBook book) {
        if (away.putIfAbsent(entry.name(), reason) == null) {
            for (String name : TargetAssembler.served(entry, book).keySet()) {
                noteAbsent(name, entry.name(), reason);
                noteAbsent(entry.virtualKey() + "/" + name, entry.name(), reason);
            }
        }
    }

    private void noteAbsent(String model, String target, String reason) {
        absent.computeIfAbsent(model, unused -> new ArrayList<>()).add(new Absent(target, reason));
    }

    /** The routing. */
    Routing assemble(Collection<Provider> providers) {
        Map<String, Map<TargetAssembler, String>> byName = servedNames();
        byName.forEach((name, served) -> addDefault(name, served, null));
        // A name that is also another provider's model keeps its first meaning: the provider named before the slash.
        byName.forEach((name, served) -> {
            Set<String> of = new LinkedHashSet<>();
            served.keySet().forEach(target -> of.add(target.target().provider().name()));
            of.forEach(provider -> addDefault(name, served, provider));
        });
        config.routes().forEach(this::addNamed);
        for (String alias : config.aliases().keySet()) {
            String end = Aliases.end(alias, config.aliases());
            Route route = end == null ? null : routes.get(end);
            if (route != null) {
                routes.put(alias, route);
                if (!route.candidates().isEmpty()) {
                    told.add(alias);
                }
            }
        }
        return new Routing(
                Map.copyOf(routes),
                told(),
                List.copyOf(providers),
                targets.values().stream().map(TargetAssembler::target).toList(),
                config.benchPolicy(),
                config.budgets().caps(),
                config.budgets().timeZone(),
                config.budgets().clamp(),
                config.budgets().allowUnpriced(),
                nowhere());
    }

    /** Models that nobody serves, though a target would. */
    private Map<String, List<Absent>> nowhere() {
        absent.keySet().removeAll(routes.keySet());
        return Map.copyOf(absent);
    }

    /** Aliases and named routes first, then models, each once. */
    private List<String> told() {
        Set<String> ordered = new LinkedHashSet<>(config.aliases().keySet());
        ordered.addAll(config.routes().keySet());
        ordered.retainAll(told);
        ordered.addAll(told);
        return List.copyOf(ordered);
    }

    private Map<String, Map<TargetAssembler, String>> servedNames() {
        Map<String, Map<TargetAssembler, String>> byName = new LinkedHashMap<>();
        for (TargetAssembler target : targets.values()) {
            target.served()
                    .forEach((name, model) -> byName.computeIfAbsent(name, unused -> new LinkedHashMap<>())
                            .put(target, model));
        }
        return byName;
    }

    /** The default route for a name, of one provider's targets or of all. */
    private void addDefault(String name, Map<TargetAssembler, String> served, @Nullable String provider) {
        Strategy strategy = config.strategy();
        String asked = provider == null ? name : provider + "/" + name;
        Map<String, List<Candidate>> byTarget = new LinkedHashMap<>();
        served.forEach((target, model) -> {
            if (provider == null || provider.equals(target.target().provider().name())) {
                byTarget.put(target.target().name(), target.candidates(model));
                String barred = target.barred(model);
                if (barred != null) {
                    noteAbsent(asked, target.target().name(), barred);
                }
            }
        });
        List<Candidate> candidates =
                byTarget.values().stream().flatMap(List::stream).toList();
        if (candidates.isEmpty() || nothingPriced(strategy.mode(), candidates)) {
            return;
        }
        List<Rule> rules = new ArrayList<>();
        for (RuleEntry rule : strategy.rules()) {
            List<Candidate> chosen = rule.targets().stream()
                    .flatMap(target -> byTarget.getOrDefault(target, List.of()).stream())
                    .toList();
            if (!chosen.isEmpty()) {
                rules.add(new Rule(RuleWords.predicate(rule.when()), chosen));
            }
        }
        Route route = new Route(
                Route.DEFAULT,
                false,
                strategy.mode(),
                strategy.unpriced(),
                strategy.mode() == Mode.SINGLE ? firstTarget(candidates) : candidates,
                List.copyOf(rules),
                null,
                Long.MAX_VALUE,
                false,
                false,
                Caps.UNCAPPED,
                true,
                false,
                List.copyOf(absent.getOrDefault(asked, List.of())));
        routes.put(asked, route);
        if (provider == null) {
            told.add(name);
        }
    }

    private boolean nothingPriced(Mode mode, List<Candidate> candidates) {
        return mode == Mode.COST_OPTIMIZED
                && config.strategy().unpriced() == UnpricedStrategy.SKIP
                && candidates.stream().noneMatch(Candidate::priced);
    }

    private static List<Candidate> firstTarget(List<Candidate> candidates) {
        String first = candidates.get(0).target().name();
        return candidates.stream()
                .filter(candidate -> candidate.target().name().equals(first))
                .toList();
    }

    private void addNamed(String name, RouteEntry entry) {
        List<String> names = entry.mode() == Mode.SINGLE && !entry.targets().isEmpty()
                ? entry.targets().subList(0, 1)
                : entry.targets();
        List<Candidate> candidates = candidates(names);
        List<Rule> rules = entry.rules().stream()
                .map(rule -> new Rule(RuleWords.predicate(rule.when()), candidates(rule.targets())))
                .toList();
        CanaryEntry canary = entry.canary();
        Canary experiment = canary == null
                ? null
                : new Canary(
                        candidates(List.of(canary.challenger())),
                        canary.percent(),
                        canary.experiment(),
                        canary.auto(),
                        canary.ramp());
        routes.put(
                name,
                new Route(
                        name,
                        true,
                        entry.mode(),
                        config.strategy().unpriced(),
                        candidates,
                        rules,
                        experiment,
                        entry.deadlineNanos(),
                        entry.continueStreams(),
                        entry.holdStreams(),
                        entry.caps(),
                        entry.annotate(),
                        entry.strict(),
                        absent(names, canary)));
        if (!candidates.isEmpty() && !nothingPriced(entry.mode(), candidates)) {
            told.add(name);
        }
    }

    /** The route's targets that can't be called, the challenger's among them. */
    private List<Absent> absent(List<String> names, @Nullable CanaryEntry canary) {
        Set<String> all = new LinkedHashSet<>(names);
        if (canary != null) {
            all.add(canary.challenger());
        }
        List<Absent> found = new ArrayList<>();
        for (String name : all) {
            TargetAssembler target = targets.get(name);
            String model = target == null ? null : target.routeModel();
            String reason = target == null ? away.get(name) : model == null ? null : target.barred(model);
            if (reason != null) {
                found.add(new Absent(name, reason));
            }
        }
        return List.copyOf(found);
    }

    private List<Candidate> candidates(List<String> names) {
        List<Candidate> candidates = new ArrayList<>();
        for (String name : names) {
            TargetAssembler target = targets.get(name);
            String model = target == null ? null : target.routeModel();
            if (target != null && model != null) {
                candidates.addAll(target.candidates(model));
            }
        }
        return List.copyOf(candidates);
    }
}
