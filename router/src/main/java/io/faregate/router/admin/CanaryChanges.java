package io.faregate.router.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.ConfigField;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The changes to a route's canary: its share and challenger, promotion and roll-back. Thread-safe by its control. */
final class CanaryChanges {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final Control control;

    CanaryChanges(Control control) {
        this.control = control;
    }

    /** The canary of a route as it is. */
    ObjectNode show(String route) throws ChangeRefused {
        return page(control.setup().config(), route);
    }

    private static ObjectNode page(RouterConfig config, String route) throws ChangeRefused {
        ObjectNode page = AdminJson.object().put("route", route);
        facts(config, route).forEach((name, value) -> page.set(name, AdminJson.tree(value)));
        return page;
    }

    Control.Changed set(String route, Change change) throws ChangeRefused {
        JsonNode percent = change.fields().get("percent");
        JsonNode challenger = change.fields().get("challenger");
        BigDecimal share = percent == null ? null : Change.number(percent);
        if (percent != null && (share == null || share.signum() < 0 || share.compareTo(HUNDRED) > 0)) {
            throw new ChangeRefused(
                    422, "The share is out of range.", List.of("percent: found " + percent + ", expected 0 to 100"));
        }
        if (challenger != null && !challenger.isTextual()) {
            throw new ChangeRefused(422, "challenger: found " + challenger + ", expected the name of a target");
        }
        return change(route, change, now -> {
            Overrides next = now.overrides();
            if (percent != null) {
                next = next.with(now.file(), field(route, ConfigField.PERCENT), Change.text(percent));
            }
            if (challenger != null) {
                String primary = route(now.config(), route).targets().get(0);
                if (challenger.asText().equals(primary)) {
                    throw new ChangeRefused(
                            422, "challenger: found " + challenger + ", the primary itself, expected another target");
                }
                next = next.with(now.file(), field(route, ConfigField.CHALLENGER), challenger.asText());
            }
            return next;
        });
    }

    private Control.Changed change(String route, Change change, Control.Edit edit) throws ChangeRefused {
        return control.change(
                change,
                now -> {
                    expect(now.config(), route, change);
                    return edit.edit(now);
                },
                config -> page(config, route));
    }

    private static ConfigField field(String route, String name) {
        return new ConfigField(ConfigField.Owner.ROUTE, route, name);
    }

    /**
     * The challenger leads, yesterday's primary comes next and keeps the canary's share as a check. Sent again it would
     * lead back, since the two have changed places: that is refused unless the change names who is to be promoted.
     */
    Control.Changed promote(String route, Change change) throws ChangeRefused {
        return change(route, change, now -> {
            String challenger = canary(now.config(), route).challenger();
            String primary = route(now.config(), route).targets().get(0);
            ConfigField field = field(route, ConfigField.PRIMARY);
            Overrides.Change last = now.overrides().of(field);
            if (last != null
                    && challenger.equals(last.replaced())
                    && !change.expected().containsKey("challenger")) {
                throw new ChangeRefused(
                        409,
                        "Route '" + route + "' has its promotion: '" + primary + "' is the primary, and the challenger"
                                + " is '" + challenger + "', yesterday's primary. To undo it, roll back; to promote '"
                                + challenger + "' all the same, send expected.challenger.");
            }
            return now.overrides()
                    .with(now.file(), field, challenger, primary)
                    .with(now.file(), field(route, ConfigField.CHALLENGER), primary);
        });
    }

    /** Every task goes to the primary; after a promotion, to the one of before. */
    Control.Changed rollback(String route, Change change) throws ChangeRefused {
        return change(route, change, now -> {
            return now.overrides()
                    .with(
                            now.file(),
                            field(route, ConfigField.PRIMARY),
                            route(now.file(), route).targets().get(0))
                    .with(
                            now.file(),
                            field(route, ConfigField.CHALLENGER),
                            canary(now.file(), route).challenger())
                    .with(now.file(), field(route, ConfigField.PERCENT), "0");
        });
    }

    /** What a change to a canary is about, as rows and answers tell it. */
    static Map<String, Object> facts(RouterConfig config, String route) throws ChangeRefused {
        CanaryEntry canary = canary(config, route);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("experiment", canary.experiment());
        facts.put("percent", canary.percent());
        facts.put("challenger", canary.challenger());
        facts.put("primary", route(config, route).targets().get(0));
        facts.put("promotion", canary.auto() ? "auto" : "manual");
        facts.put("ramp", canary.ramp());
        return facts;
    }

    private static void expect(RouterConfig now, String route, Change change) throws ChangeRefused {
        Map<String, Object> facts = facts(now, route);
        for (Map.Entry<String, String> expected : change.expected().entrySet()) {
            Object found = facts.get(expected.getKey());
            String text = found instanceof BigDecimal number ? Change.plain(number) : String.valueOf(found);
            if (!text.equals(expected.getValue())) {
                throw new ChangeRefused(
                        409, "expected." + expected.getKey() + ": found " + text + ", expected " + expected.getValue());
            }
        }
    }

    private static RouteEntry route(RouterConfig config, String name) throws ChangeRefused {
        RouteEntry route = config.routes().get(name);
        if (route == null) {
            throw new ChangeRefused(404, "There is no route '" + name + "'.");
        }
        return route;
    }

    private static CanaryEntry canary(RouterConfig config, String name) throws ChangeRefused {
        CanaryEntry canary = route(config, name).canary();
        if (canary == null) {
            throw new ChangeRefused(404, "Route '" + name + "' has no canary.");
        }
        return canary;
    }
}
