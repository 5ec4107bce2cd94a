package io.faregate.analytics.judge;

import io.faregate.analytics.config.Canaries;
import io.faregate.analytics.config.CanaryRoute;
import io.faregate.analytics.decide.DecisionRule;
import io.faregate.analytics.decide.EpochState;
import io.faregate.analytics.decide.Evaluation;
import io.faregate.analytics.decide.Policy;
import io.faregate.analytics.decide.Standing;
import io.faregate.analytics.query.ArmTargets;
import io.faregate.analytics.query.Cohort;
import io.faregate.analytics.query.CohortQuery;
import io.faregate.analytics.query.Epoch;
import io.faregate.analytics.query.ExperimentsQuery;
import io.faregate.analytics.query.ExperimentsQuery.Experiment;
import io.faregate.analytics.query.HistoryQuery;
import io.faregate.analytics.query.Records;
import io.faregate.analytics.query.Records.Said;
import io.faregate.analytics.store.Warehouse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a route's running experiment whenever asked, and records what it sees. Safe for use by many threads: looks
 * at one route are taken one after the other, and one that took long is shared by those who waited for it. Blocks.
 */
public final class Judge {
    /** A look is shared for as long as it took, times this, and never for longer than a second. */
    private static final long SHARED_TIMES = 10;

    private static final long SHARED_AT_MOST_MICROS = 1_000_000;
    private static final double SAME_SHARE = 1e-11;

    private record Taken(Look look, Canaries under, long version, long atMicros, long tookMicros) {
        boolean fits(Canaries canariesNow, long versionNow, long nowMicros) {
            long age = nowMicros - atMicros;
            return under.equals(canariesNow)
                    && age >= 0
                    && age
                            < Math.min(
                                    SHARED_AT_MOST_MICROS,
                                    version == versionNow ? tookMicros * SHARED_TIMES : tookMicros);
        }
    }

    private final Warehouse warehouse;
    private final Supplier<Canaries> canaries;
    private final LongSupplier nowMicros;
    private final EvaluationLog log;
    private final Cohorts cohorts;
    private final Map<String, Taken> taken = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /**
     * A judge of the rows of a warehouse.
     *
     * @param canaries those that the file names, as it stands
     * @param nowMicros the time, microseconds since 1970
     */
    public Judge(Warehouse warehouse, Supplier<Canaries> canaries, LongSupplier nowMicros, RandomGenerator random) {
        this.warehouse = warehouse;
        this.canaries = canaries;
        this.nowMicros = nowMicros;
        this.log = new EvaluationLog(warehouse, random);
        this.cohorts = new Cohorts(warehouse, nowMicros);
    }

    /** The experiments that the rows or the file name, running ones first. */
    public List<Experiment> experiments() {
        Set<Experiment> all = new LinkedHashSet<>(warehouse.read(ExperimentsQuery::all));
        for (CanaryRoute route : canaries.get().routes().values()) {
            if (all.stream().noneMatch(e -> e.route().equals(route.route()))) {
                all.add(new Experiment(route.route(), route.experiment()));
            }
        }
        return new ArrayList<>(all);
    }

    /** Looks at the running experiment of every route; gives how many there are. */
    public int lookAtAll() {
        Set<String> all = new LinkedHashSet<>(canaries.get().routes().keySet());
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
        synchronized (lock(route)) {
            long now = nowMicros.getAsLong();
            Canaries named = canaries.get();
            Taken before = taken.get(key);
            if (before != null && before.fits(named, warehouse.version(), now)) {
                return before.look();
            }
            long version = warehouse.version();
            Look look = take(route, experiment, now);
            if (look != null) {
                taken.put(key, new Taken(look, named, version, now, nowMicros.getAsLong() - now));
            }
            return look;
        }
    }

    /**
     * The newest epoch of an experiment that ran at a share with these arms; null when no task of it has come. Not
     * shared with those who ask for the running epoch, unless it is that.
     *
     * @param share the challenger's share, a fraction
     */
    public @Nullable Look look(String route, String experiment, double share, ArmTargets arms) {
        Look newest = look(route, experiment);
        Epoch running = newest == null ? null : newest.cohort().epoch();
        if (newest != null
                && running != null
                && at(running, share)
                && newest.targets().fit(arms)) {
            return newest;
        }
        Epoch wanted = warehouse
                .read(connection -> earlier(connection, route, experiment, share, arms))
                .orElse(null);
        if (wanted == null) {
            return null;
        }
        synchronized (lock(route)) {
            return take(route, wanted, nowMicros.getAsLong());
        }
    }

    private static Optional<Epoch> earlier(
            Connection connection, String route, String experiment, double share, ArmTargets arms) throws SQLException {
        for (Epoch epoch : Epoch.of(connection, route)) {
            if (epoch.experiment().equals(experiment)
                    && at(epoch, share)
                    && ArmTargets.of(connection, epoch).fit(arms)) {
                return Optional.of(epoch);
            }
        }
        return Optional.empty();
    }

    private static boolean at(Epoch epoch, double share) {
        Double its = epoch.share();
        return its != null && Math.abs(its - share) <= SAME_SHARE;
    }

    private Object lock(String route) {
        return locks.computeIfAbsent(route, k -> new Object());
    }

    private @Nullable Look take(String route, @Nullable String experiment, long now) {
        Epoch epoch = newest(route, experiment);
        if (epoch != null) {
            return take(route, epoch, now);
        }
        CanaryRoute configured = canaries.get().of(route);
        if (configured == null) {
            return null;
        }
        Cohort none = warehouse.read(connection -> CohortQuery.none(connection, route, now));
        Evaluation evaluation =
                DecisionRule.evaluate(none.summary(), configured.policy(), Standing.FIRST, EpochState.NEW);
        return new Look(route, experiment == null ? configured.experiment() : experiment, none, evaluation, null);
    }

    private record Seen(Standing standing, Cohort cohort) {}

    private record Over(Standing standing, List<HistoryQuery.Point> points) {}

    private Look take(String route, Epoch epoch, long now) {
        Canaries named = canaries.get();
        CanaryRoute configured = named.of(route);
        Policy own = named.policy(route);
        EpochState state = log.state(route, epoch);
        Seen seen = cohorts.on(route, epoch, own, (connection, gathered) -> {
            Standing standing = Standings.of(connection, route, gathered.epoch(), gathered.targets(), configured);
            return new Seen(standing, CohortQuery.at(connection, gathered, own, standing, now));
        });
        Cohort cohort = seen.cohort();
        Evaluation evaluation = DecisionRule.evaluate(cohort.summary(), own, seen.standing(), state);
        String challenger = cohort.challenger().target();
        String id = log.keep(
                route,
                epoch,
                challenger == null && configured != null ? configured.challenger() : challenger,
                EvaluationRecord.of(cohort.summary(), own, seen.standing(), state, evaluation),
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
        Canaries named = canaries.get();
        Policy own = named.policy(route);
        long now = nowMicros.getAsLong();
        Over over = cohorts.on(
                route,
                epoch,
                own,
                (c, gathered) -> new Over(
                        Standings.of(c, route, gathered.epoch(), gathered.targets(), named.of(route)),
                        HistoryQuery.of(c, gathered, now)));
        List<Said> said = warehouse.read(c -> Records.verdicts(c, route, epoch));
        return History.of(over.points(), said, own, over.standing());
    }

    @Nullable
    Epoch newest(String route, @Nullable String experiment) {
        return warehouse.read(connection -> Epoch.of(connection, route)).stream()
                .filter(e -> experiment == null || e.experiment().equals(experiment))
                .findFirst()
                .orElse(null);
    }

    /** The gathered tasks that looks share. */
    Cohorts cohorts() {
        return cohorts;
    }

    /** The time that looks are taken at, microseconds since 1970. */
    public long nowMicros() {
        return nowMicros.getAsLong();
    }

    /** The policy of a route: its own, else the general one. */
    public Policy policy(String route) {
        return canaries.get().policy(route);
    }

    /** The route as the file has it; null when it gives it no canary. */
    public @Nullable CanaryRoute configured(String route) {
        return canaries.get().of(route);
    }
}
