package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.config.RouterConfig.RuleEntry;
import io.faregate.router.config.RouterConfig.Strategy;
import io.faregate.router.route.Mode;
import io.faregate.router.route.UnpricedStrategy;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads named routes and the default route. */
final class RouteReader {
    private static final BigDecimal ALL = BigDecimal.valueOf(100);
    private static final List<BigDecimal> RAMP =
            List.of(BigDecimal.ONE, BigDecimal.valueOf(5), BigDecimal.valueOf(25), BigDecimal.valueOf(50));

    private final Map<String, Mode> modes = new LinkedHashMap<>();

    RouteReader() {
        for (Mode mode : Mode.values()) {
            modes.put(mode.key(), mode);
        }
    }

    /** All named routes, in the order of the file. */
    Map<String, RouteEntry> routes(Section section) {
        Map<String, RouteEntry> routes = new LinkedHashMap<>();
        for (String name : section.names()) {
            if (name.isBlank()) {
                section.fault(name, "found an empty name, expected the name of a route");
            }
            routes.put(name, route(section.section(name)));
        }
        section.end();
        return routes;
    }

    /** The default route; the section stays open for its other keys. */
    Strategy strategy(Section section, UnpricedStrategy unpriced) {
        Mode mode = section.word("mode", Mode.COST_OPTIMIZED, modes);
        return new Strategy(mode, unpriced, rules(section, mode));
    }

    private RouteEntry route(Section section) {
        Map<String, Boolean> onFailure = new LinkedHashMap<>();
        onFailure.put("error", false);
        onFailure.put("continue", true);
        Map<String, Boolean> commit = new LinkedHashMap<>();
        commit.put("first_event", false);
        commit.put("complete", true);
        Mode mode = section.word("mode", Mode.FALLBACK, modes);
        List<String> targets = section.texts("targets");
        if (!section.has("targets") || section.isEmptyList("targets")) {
            section.fault("targets", "found no target, expected at least one");
        }
        RouteEntry route = new RouteEntry(
                mode,
                List.copyOf(targets),
                rules(section, mode),
                section.has("canary") ? canary(section, mode) : null,
                section.durationNanos("deadline", Long.MAX_VALUE, 1),
                section.word("on_stream_failure", false, onFailure),
                section.word("stream_commit", false, commit),
                caps(section.section("budgets")),
                section.flag("annotate", true),
                section.flag("strict", false));
        section.end();
        return route;
    }

    private static List<RuleEntry> rules(Section section, Mode mode) {
        if (section.has("rules") && mode != Mode.CONDITIONAL && mode != Mode.CONTENT_BASED) {
            section.fault(
                    "rules", "found rules in mode " + mode.key() + ", expected them in conditional or content-based");
        }
        List<RuleEntry> rules = new ArrayList<>();
        for (Section rule : section.sections("rules")) {
            if (!rule.has("when")) {
                rule.fault("when", "found nothing, expected what must hold");
            }
            Map<String, String> when = RuleWords.when(rule.section("when"), mode);
            List<String> targets = rule.texts("targets");
            if (targets.isEmpty()) {
                rule.fault("targets", "found no target, expected at least one");
            }
            rules.add(new RuleEntry(when, List.copyOf(targets)));
            rule.end();
        }
        return List.copyOf(rules);
    }

    private static @Nullable CanaryEntry canary(Section route, Mode mode) {
        if (mode != Mode.SINGLE && mode != Mode.FALLBACK) {
            route.fault("canary", "found a canary in mode " + mode.key() + ", expected it in single or fallback");
        }
        Map<String, Boolean> promotions = new LinkedHashMap<>();
        promotions.put("manual", false);
        promotions.put("auto", true);
        Section section = route.section("canary");
        String experiment = section.needed("experiment", "the name of the experiment");
        CanaryEntry canary = new CanaryEntry(
                section.needed("challenger", "the name of a target"),
                section.decimal("percent", BigDecimal.valueOf(5), BigDecimal.ZERO, ALL),
                experiment,
                section.word("promotion", false, promotions),
                ramp(section));
        PolicyReader.check(section.section("policy"), true);
        section.end();
        return canary;
    }

    private static List<BigDecimal> ramp(Section section) {
        if (!section.has("ramp")) {
            return RAMP;
        }
        List<BigDecimal> steps = section.numbers("ramp", Expected.decimal(BigDecimal.ZERO, ALL));
        for (int i = 0; i < steps.size(); i++) {
            BigDecimal before = i == 0 ? BigDecimal.ZERO : steps.get(i - 1);
            if (steps.get(i).compareTo(before) <= 0) {
                section.fault("ramp", "found " + steps.get(i) + " after " + before + ", expected steps that grow");
            }
        }
        return List.copyOf(steps);
    }

    /** The caps of a section that has nothing else. */
    static Caps caps(Section section) {
        Caps caps = openCaps(section);
        section.end();
        return caps;
    }

    /** The caps of a section that stays open for its other keys. */
    static Caps openCaps(Section section) {
        return new Caps(
                section.picoUsd("per_request_usd", Caps.NONE),
                section.picoUsd("daily_usd", Caps.NONE),
                section.picoUsd("per_task_usd", Caps.NONE));
    }
}
