package io.faregate.router.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field that the admin API may change, of everybody ({@code owner} empty), a virtual key or a route.
 *
 * @param name {@code percent}, {@code challenger}, {@code primary} of a route, or one of the budgets of any owner
 */
public record ConfigField(Owner owner, String ownerName, String name) {
    /** Whose field it is. */
    public enum Owner {
        EVERYBODY,
        KEY,
        ROUTE
    }

    /** The share of tasks that a route sends to its challenger. */
    public static final String PERCENT = "percent";

    /** The target that a route tries out. */
    public static final String CHALLENGER = "challenger";

    /** The first target of a route. */
    public static final String PRIMARY = "primary";

    /** The budget of one request. */
    public static final String PER_REQUEST_USD = "per_request_usd";

    /** The budget of a day. */
    public static final String DAILY_USD = "daily_usd";

    /** The budget of a task. */
    public static final String PER_TASK_USD = "per_task_usd";

    private static final Pattern PATH =
            Pattern.compile("routes\\.(?<route>.+)\\.(?:canary\\.(?<canary>percent|challenger)"
                    + "|(?<primary>primary)|budgets\\.(?<spent>per_request_usd|daily_usd|per_task_usd))"
                    + "|(?:auth\\.keys\\.(?<key>.+)\\.)?budgets\\.(?<budget>per_request_usd|daily_usd|per_task_usd)");

    /** The field of a path, or null. */
    public static @Nullable ConfigField parse(String path) {
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            return null;
        }
        String route = matcher.group("route");
        String key = matcher.group("key");
        for (String group : List.of("canary", "primary", "spent")) {
            if (route != null && matcher.group(group) != null) {
                return new ConfigField(Owner.ROUTE, route, matcher.group(group));
            }
        }
        String budget = matcher.group("budget");
        return key == null ? new ConfigField(Owner.EVERYBODY, "", budget) : new ConfigField(Owner.KEY, key, budget);
    }

    /** How it is spelled: {@code routes.agent.canary.percent}, {@code auth.keys.agents.budgets.daily_usd}. */
    public String path() {
        if (name.equals(PRIMARY)) {
            return "routes." + ownerName + "." + name;
        }
        if (name.equals(PERCENT) || name.equals(CHALLENGER)) {
            return "routes." + ownerName + ".canary." + name;
        }
        return switch (owner) {
            case EVERYBODY -> "budgets." + name;
            case KEY -> "auth.keys." + ownerName + ".budgets." + name;
            case ROUTE -> "routes." + ownerName + ".budgets." + name;
        };
    }

    /** Whether a configuration has its owner, and a canary where it is a matter of one. */
    public boolean exists(RouterConfig config) {
        return FieldAccess.exists(config, this);
    }

    /** Its value, or null when none is written. */
    public @Nullable String get(RouterConfig config) {
        return FieldAccess.get(config, this);
    }

    /**
     * The configuration with another value.
     *
     * @throws IllegalArgumentException with what was found and what was expected
     */
    RouterConfig set(RouterConfig config, String value) {
        if (!exists(config)) {
            throw new IllegalArgumentException("found " + path() + ", expected a field of the configuration");
        }
        return FieldAccess.set(config, this, value);
    }

    boolean isBudget() {
        return name.endsWith("_usd");
    }
}
