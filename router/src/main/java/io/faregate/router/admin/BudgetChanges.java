package io.faregate.router.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.faregate.router.config.ConfigField;
import io.faregate.router.config.Overrides;
import io.faregate.router.config.RouterConfig;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The changes to budgets, by their names: {@code global}, {@code key:NAME}, {@code route:NAME}. */
final class BudgetChanges {
    /** What can be set. */
    static final Set<String> FIELDS = Set.of("per_request_usd", "daily_usd", "per_task_usd");

    private final Control control;

    BudgetChanges(Control control) {
        this.control = control;
    }

    Control.Changed set(String name, Change change) throws ChangeRefused {
        for (Map.Entry<String, JsonNode> field : change.fields().entrySet()) {
            check(field.getKey(), field.getValue());
        }
        ConfigField.Owner owner = owner(name);
        String ownerName = owner == ConfigField.Owner.EVERYBODY ? "" : name.substring(name.indexOf(':') + 1);
        Control.Edit edit = now -> {
            caps(now.file(), name);
            Overrides next = now.overrides();
            for (Map.Entry<String, JsonNode> field : change.fields().entrySet()) {
                ConfigField changed = new ConfigField(owner, ownerName, field.getKey());
                next = next.with(now.file(), changed, Change.text(field.getValue()));
            }
            return next;
        };
        return control.change(change, edit, config -> page(config, name));
    }

    private static ConfigField.Owner owner(String name) {
        return name.startsWith("key:")
                ? ConfigField.Owner.KEY
                : name.startsWith("route:") ? ConfigField.Owner.ROUTE : ConfigField.Owner.EVERYBODY;
    }

    private static void check(String field, JsonNode value) throws ChangeRefused {
        BigDecimal usd = Change.number(value);
        if (usd == null || usd.signum() < 0 || usd.stripTrailingZeros().scale() > PicoUsd.PLACES) {
            throw new ChangeRefused(
                    422,
                    "The budget is not an amount.",
                    List.of(field + ": found " + value + ", expected dollars of at least 0 with at most "
                            + PicoUsd.PLACES + " decimals"));
        }
    }

    /** A budget's caps as rows and answers tell them. */
    static Map<String, Object> facts(RouterConfig config, String name) throws ChangeRefused {
        return facts(caps(config, name));
    }

    static Map<String, Object> facts(Caps caps) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (String field : FIELDS.stream().sorted().toList()) {
            facts.put(field, usd(of(caps, field)));
        }
        return facts;
    }

    private static ObjectNode page(RouterConfig config, String name) throws ChangeRefused {
        ObjectNode page = AdminJson.object().put("name", name);
        facts(config, name).forEach((field, value) -> page.set(field, AdminJson.tree(value)));
        return page;
    }

    private static @Nullable BigDecimal usd(long picoUsd) {
        return picoUsd == Caps.NONE ? null : new BigDecimal(PicoUsd.print(picoUsd));
    }

    private static long of(Caps caps, String field) {
        return switch (field) {
            case "per_request_usd" -> caps.perRequestPicoUsd();
            case "daily_usd" -> caps.dailyPicoUsd();
            default -> caps.perTaskPicoUsd();
        };
    }

    private static Caps caps(RouterConfig config, String name) throws ChangeRefused {
        if (name.equals("global")) {
            return config.budgets().caps();
        }
        if (name.startsWith("key:") && config.auth() != null) {
            for (KeyEntry key : config.auth().keys()) {
                if (key.name().equals(name.substring("key:".length()))) {
                    return key.caps();
                }
            }
        }
        RouteEntry route = name.startsWith("route:") ? config.routes().get(name.substring("route:".length())) : null;
        if (route == null) {
            throw new ChangeRefused(
                    404, "There is no budget '" + name + "'; budgets are global, key:NAME and route:NAME.");
        }
        return route.caps();
    }
}
