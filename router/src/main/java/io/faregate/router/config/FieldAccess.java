package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.Auth;
import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.KeyEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import io.faregate.router.config.RouterConfig.TargetEntry;
import io.faregate.router.money.PicoUsd;
import io.faregate.router.spend.Caps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and replaces the fields that the admin API may change. */
final class FieldAccess {
    private FieldAccess() {}

    static boolean exists(RouterConfig config, ConfigField field) {
        RouteEntry route = config.routes().get(field.ownerName());
        return switch (field.owner()) {
            case EVERYBODY -> true;
            case KEY -> key(config, field.ownerName()) != null;
            case ROUTE -> route != null && (field.isBudget() || route.canary() != null);
        };
    }

    static @Nullable String get(RouterConfig config, ConfigField field) {
        if (field.isBudget()) {
            long picoUsd = cap(caps(config, field), field.name());
            return picoUsd < 0 ? null : PicoUsd.print(picoUsd);
        }
        RouteEntry route = config.routes().get(field.ownerName());
        CanaryEntry canary = route == null ? null : route.canary();
        if (route == null || canary == null) {
            return null;
        }
        return switch (field.name()) {
            case ConfigField.PERCENT -> plain(canary.percent());
            case ConfigField.CHALLENGER -> canary.challenger();
            default -> route.targets().get(0);
        };
    }

    static RouterConfig set(RouterConfig config, ConfigField field, String value) {
        return switch (field.owner()) {
            case EVERYBODY ->
                config.withBudgets(
                        config.budgets().withCaps(capped(config.budgets().caps(), field.name(), value)));
            case KEY -> withKey(config, field, value);
            case ROUTE -> {
                Map<String, RouteEntry> routes = new LinkedHashMap<>(config.routes());
                routes.computeIfPresent(field.ownerName(), (unused, route) -> changed(config, route, field, value));
                yield config.withRoutes(routes);
            }
        };
    }

    private static RouteEntry changed(RouterConfig config, RouteEntry route, ConfigField field, String value) {
        CanaryEntry canary = route.canary();
        if (field.isBudget() || canary == null) {
            return route.withCaps(capped(route.caps(), field.name(), value));
        }
        return switch (field.name()) {
            case ConfigField.PERCENT -> route.withCanary(canary.with(canary.challenger(), percent(value)));
            case ConfigField.CHALLENGER -> route.withCanary(canary.with(target(config, value), canary.percent()));
            default -> route.withTargets(led(route.targets(), target(config, value)));
        };
    }

    private static RouterConfig withKey(RouterConfig config, ConfigField field, String value) {
        Auth auth = config.auth();
        if (auth == null) {
            return config;
        }
        List<KeyEntry> keys = new ArrayList<>();
        for (KeyEntry key : auth.keys()) {
            boolean meant = key.name().equals(field.ownerName());
            keys.add(
                    meant
                            ? new KeyEntry(
                                    key.name(), key.keyEnv(), key.routes(), capped(key.caps(), field.name(), value))
                            : key);
        }
        return config.withAuth(new Auth(auth.adminKeyEnv(), List.copyOf(keys)));
    }

    private static List<String> led(List<String> targets, String first) {
        List<String> led = new ArrayList<>(List.of(first));
        targets.stream().filter(target -> !target.equals(first)).forEach(led::add);
        return List.copyOf(led);
    }

    private static String target(RouterConfig config, String name) {
        List<TargetEntry> targets = config.targets() == null ? List.of() : config.targets();
        for (TargetEntry target : targets) {
            if (target.name().equals(name) && TargetAssembler.routeModel(target) != null) {
                return name;
            }
        }
        throw new IllegalArgumentException("found \"" + name + "\", expected the name of a target with a model");
    }

    private static BigDecimal percent(String value) {
        BigDecimal percent = Expected.parse(value);
        Expected expected = Expected.decimal(BigDecimal.ZERO, BigDecimal.valueOf(100));
        if (percent == null || !expected.holds(percent)) {
            throw new IllegalArgumentException("found " + value + ", expected " + expected.words());
        }
        return percent;
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static Caps caps(RouterConfig config, ConfigField field) {
        KeyEntry key = key(config, field.ownerName());
        RouteEntry route = config.routes().get(field.ownerName());
        return switch (field.owner()) {
            case EVERYBODY -> config.budgets().caps();
            case KEY -> key == null ? Caps.UNCAPPED : key.caps();
            case ROUTE -> route == null ? Caps.UNCAPPED : route.caps();
        };
    }

    private static long cap(Caps caps, String name) {
        return switch (name) {
            case ConfigField.PER_REQUEST_USD -> caps.perRequestPicoUsd();
            case ConfigField.DAILY_USD -> caps.dailyPicoUsd();
            default -> caps.perTaskPicoUsd();
        };
    }

    private static Caps capped(Caps caps, String name, String value) {
        long picoUsd = PicoUsd.parse(value);
        return switch (name) {
            case ConfigField.PER_REQUEST_USD -> new Caps(picoUsd, caps.dailyPicoUsd(), caps.perTaskPicoUsd());
            case ConfigField.DAILY_USD -> new Caps(caps.perRequestPicoUsd(), picoUsd, caps.perTaskPicoUsd());
            default -> new Caps(caps.perRequestPicoUsd(), caps.dailyPicoUsd(), picoUsd);
        };
    }

    private static @Nullable KeyEntry key(RouterConfig config, String name) {
        Auth auth = config.auth();
        if (auth == null) {
            return null;
        }
        for (KeyEntry key : auth.keys()) {
            if (key.name().equals(name)) {
                return key;
            }
        }
        return null;
    }
}
