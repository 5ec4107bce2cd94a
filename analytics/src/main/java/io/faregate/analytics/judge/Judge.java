package io.faregate.analytics.judge;

import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.Cohort;
import io.faregate.analytics.query.CohortQuery;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.ExperimentsQuery;
import io.faregate.analytics.query.ExperimentsQuery.Experiment;
import io.faregate.analytics.query.HistoryQuery;
import io.faregate.analytics.query.Records;
import io.faregate.analytics.query.Records.Said;
import io.faregate.analytics.store.Warehouse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a route's running experiment whenever asked, and records what it sees. Safe for use by many threads: looks at
 * one route are taken one after the other, and one that took long is shared by those who waited for it. Blocks.
 */
public final class Judge {
    /** A look is shared for as long as it took, times this, and never for longer than a second. */
    private static final long SHARED_TIMES = 10;

    private static final long SHARED_AT_MOST_MICROS = 1_000_000;

    private record Taken(Look look, long version, long atMicros, long tookMicros) {
        boolean fits(long versionNow, long nowMicros) {
            long age = nowMicros - atMicros;
            return age >= 0
                    && age
                            < Math.min(
                                    SHARED_AT_MOST_MICROS,
                                    version == versionNow ? tookMicros * SHARED_TIMES : tookMicros);
        }
    }

    private final Warehouse warehouse;
    private final Map<String, CanaryRoute> routes;
    private final Policy policy;
    private final LongSupplier nowMicros;
    private final EvaluationLog log;
    private final Map<String, Taken> taken = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /**
     * A judge of the rows of a warehouse.
     *
     * @param routes the routes that the file gives a canary
     * @param policy for routes that only the rows name
     * @param nowMicros the time, microseconds since 1970
     */
    public Judge(
            Warehouse warehouse,
            Map<String, CanaryRoute> routes,
            Policy policy,
            LongSupplier nowMicros,
            RandomGenerator random) {
        this.warehouse = warehouse;
        this.routes = routes;
        this.policy = policy;
        this.nowMicros = nowMicros;
        this.log = new EvaluationLog(warehouse, random);
    }

    /** The experiments that the rows or the file name, running ones first. */
    public List<Experiment> experiments() {
        Set<Experiment> all = new LinkedHashSet<>(warehouse.read(ExperimentsQuery::all));
        for (CanaryRoute route : routes.values()) {
            if (all.stream().noneMatch(e -> e.route().equals(route.route()))) {
                all.add(new Experiment(route.route(), route.experiment()));
            }
        }
        return new ArrayList<>(all);
    }

    /** Looks at the running experiment of every route; gives how many there are. */
    public int lookAtAll() {
        Set<String> all = new LinkedHashSet<>(routes.keySet());
        experiments().forEach(experiment -> all.add(experiment.route()));
        all.forEach(this::look);
        return all.size();
    }

    /** The running experiment of a route; null when neither the rows nor the file know it. */
    public @Nullable Look look(String route) {
        return look(route, null);
    }

    /** An experiment of a route, by its newest epoch; null when neither the rows nor the file know it. */
    public @Nullable Look look(String route, @Nullable String experiment) {
        String key = route + '\n' + experiment;
        synchronized (lock(key)) {
            long now = nowMicros.getAsLong();
            Taken before = taken.get(key);
            if (before != null && before.fits(warehouse.version(), now)) {
                return before.look();
            }
            long version = warehouse.version();
            long began = System.nanoTime();
            Look look = take(route, experiment, now);
            if (look != null) {
                taken.put(key, new Taken(look, version, now, (System.nanoTime() - began) / 1000));
            }
            return look;
        }
    }

    private Object lock(String key) {
        return locks.computeIfAbsent(key, k -> new Object());
    }

    private @Nullable Look take(String route, @Nullable String experiment, long now) {
        CanaryRoute configured = routes.get(route);
        Policy own = policy(route);
        Epoch epoch = newest(route, experiment);
        if (epoch == null && configured == null) {
            return null;
        }
        EpochState state = epoch == null ? EpochState.NEW : log.state(route, epoch);
        String challenger = configured == null ? null : configured.challenger();
        Standing standing = standing(route, epoch, challenger);
        Cohort cohort = warehouse.read(connection -> CohortQuery.at(connection, route, epoch, own, standing, now));
        Evaluation evaluation = DecisionRule.evaluate(cohort.summary(), own, standing, state);
        if (epoch == null) {
            String name = experiment != null
                    ? experiment
                    : Objects.requireNonNull(configured).experiment();
            return new Look(route, name, cohort, evaluation, null);
        }
        Cohort.ArmTotals challengerTotals = cohort.challenger();
        String id = log.keep(
                route,
                epoch,
                challengerTotals.target() == null ? challenger : challengerTotals.target(),
                new EvaluationRecord(cohort.summary(), own, standing, state),
                evaluation,
                now);
        return new Look(route, epoch.experiment(), cohort, evaluation, id);
    }

    /**
     * The running experiment of a route over time; empty for one that nobody knows.
     *
     * @param experiment its name, null for the one that runs
     */
    public List<History.Point> history(String route, @Nullable String experiment) {
        Epoch epoch = newest(route, experiment);
        if (epoch == null) {
            return List.of();
        }
        CanaryRoute configured = routes.get(route);
        Policy own = policy(route);
        Standing standing = standing(route, epoch, configured == null ? null : configured.challenger());
        long now = nowMicros.getAsLong();
        List<HistoryQuery.Point> points = warehouse.read(c -> HistoryQuery.of(c, route, epoch, own, now));
        List<Said> said = warehouse.read(c -> Records.verdicts(c, route, epoch));
        return History.of(points, said, own, standing);
    }

    private @Nullable Epoch newest(String route, @Nullable String experiment) {
        return warehouse.read(connection -> Epoch.of(connection, route)).stream()
                .filter(e -> experiment == null || e.experiment().equals(experiment))
                .findFirst()
                .orElse(null);
    }

    private Standing standing(String route, @Nullable Epoch epoch, @Nullable String challenger) {
        if (epoch == null) {
            return Standing.FIRST;
        }
        int retries = warehouse.read(c -> Records.retries(c, route, epoch.experiment(), challenger));
        return new Standing(retries, 1, true, false);
    }

    /** The policy of a route: its own, else the general one. */
    public Policy policy(String route) {
        CanaryRoute configured = routes.get(route);
        return configured == null ? policy : configured.policy();
    }

    /** The route as the file has it; null when it gives it no canary. */
    public @Nullable CanaryRoute configured(String route) {
        return routes.get(route);
    }
}
