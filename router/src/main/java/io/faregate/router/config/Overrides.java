package io.faregate.router.config;

import io.faregate.router.config.RouterConfig.CanaryEntry;
import io.faregate.router.config.RouterConfig.RouteEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that the admin API put in the place of the file's. Each holds until the file's own value of that field
 * changes; then the file wins. Immutable.
 *
 * @param values in the order in which they were made
 */
public record Overrides(List<Change> values) {
    /** None. */
    public static final Overrides NONE = new Overrides(List.of());

    /**
     * One value.
     *
     * @param path a field as {@link ConfigField} spells it, such as {@code routes.agent.canary.percent}
     * @param fileValue what the file said when the change was made, or null when it said nothing
     * @param value what holds instead
     * @param replaced what a promotion put this value in the place of, or null for any other change
     */
    public record Change(
            String path,
            @Nullable String fileValue,
            String value,
            @Nullable String replaced) {
        /** A change that is no promotion. */
        public Change(String path, @Nullable String fileValue, String value) {
            this(path, fileValue, value, null);
        }
    }

    public Overrides {
        values = List.copyOf(values);
    }

    /**
     * These overrides and one more, or one changed.
     *
     * @param file the configuration as written, without overrides
     * @throws IllegalArgumentException if the configuration has no such field, or the value does not fit it
     */
    public Overrides with(RouterConfig file, ConfigField field, String value) {
        return with(file, field, value, null);
    }

    /** The same, remembering which value a promotion replaced. */
    public Overrides with(RouterConfig file, ConfigField field, String value, @Nullable String replaced) {
        field.set(file, value);
        List<Change> next = new ArrayList<>();
        for (Change change : values) {
            if (!change.path().equals(field.path())) {
                next.add(change);
            }
        }
        next.add(new Change(field.path(), field.get(file), value, replaced));
        return new Overrides(next);
    }

    /** The override of a field, or null. */
    public @Nullable Change of(ConfigField field) {
        for (Change change : values) {
            if (change.path().equals(field.path())) {
                return change;
            }
        }
        return null;
    }

    /** These overrides less those whose field the file has changed since, or has no more. */
    public Overrides stillHolding(RouterConfig file) {
        List<Change> holding = new ArrayList<>();
        for (Change change : values) {
            ConfigField field = ConfigField.parse(change.path());
            if (field != null && field.exists(file)) {
                if (Objects.equals(field.get(file), change.fileValue()) && fits(file, field, change.value())) {
                    holding.add(change);
                }
            }
        }
        return new Overrides(holding);
    }

    /** These overrides as if they had been made over this file: those of its fields, each beside its value in it. */
    public Overrides on(RouterConfig file) {
        List<Change> own = new ArrayList<>();
        for (Change change : values) {
            ConfigField field = ConfigField.parse(change.path());
            if (field != null && field.exists(file)) {
                own.add(new Change(change.path(), field.get(file), change.value(), change.replaced()));
            }
        }
        return new Overrides(own);
    }

    /** Those whose field this file does not have. */
    public Overrides absentFrom(RouterConfig file) {
        List<Change> absent = new ArrayList<>(values);
        absent.removeIf(change -> {
            ConfigField field = ConfigField.parse(change.path());
            return field != null && field.exists(file);
        });
        return new Overrides(absent);
    }

    /** These and then those. */
    public Overrides and(Overrides more) {
        List<Change> all = new ArrayList<>(values);
        all.addAll(more.values);
        return new Overrides(all);
    }

    /** These without what has the same field and value in others, whatever their files say. */
    public Overrides less(Overrides others) {
        List<Change> left = new ArrayList<>(values);
        left.removeIf(change -> others.values.stream()
                .anyMatch(other ->
                        other.path().equals(change.path()) && other.value().equals(change.value())));
        return new Overrides(left);
    }

    private static boolean fits(RouterConfig file, ConfigField field, String value) {
        try {
            field.set(file, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * The configuration with these values in it;
     * a route whose challenger would be its own primary keeps the file's targets and canary.
     */
    RouterConfig over(RouterConfig file) {
        RouterConfig config = file;
        for (Change change : values) {
            ConfigField field = ConfigField.parse(change.path());
            if (field != null) {
                config = field.set(config, change.value());
            }
        }
        Map<String, RouteEntry> routes = new LinkedHashMap<>(config.routes());
        for (Map.Entry<String, RouteEntry> route : routes.entrySet()) {
            CanaryEntry canary = route.getValue().canary();
            List<String> targets = route.getValue().targets();
            RouteEntry written = file.routes().get(route.getKey());
            CanaryEntry own = written == null ? null : written.canary();
            if (canary != null && written != null && own != null && targets.indexOf(canary.challenger()) == 0) {
                route.setValue(route.getValue().withTargets(written.targets()).withCanary(own));
            }
        }
        return config.withRoutes(routes);
    }
}
