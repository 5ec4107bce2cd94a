package io.faregate.analytics.decide;

import io.faregate.analytics.stats.Forecast;
import io.faregate.analytics.stats.LogRatio;
import io.faregate.analytics.stats.MixtureBoundary;
import io.faregate.analytics.stats.RateDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The checklist: what a promotion needs, how each statement stands, and when it would be proven. */
final class Statements {
    private static final double FEWEST_DAYS = 1.0 / 24;

    private final Evidence evidence;
    private final Bounds bounds;
    private final Policy policy;
    private final Gates gates;
    private final double alpha;

    Statements(Evidence evidence, Bounds bounds, Policy policy, Gates gates, Risks risks) {
        this.evidence = evidence;
        this.bounds = bounds;
        this.policy = policy;
        this.gates = gates;
        this.alpha = risks.promote();
    }

    List<Statement> all(Standing standing) {
        List<Statement> statements = new ArrayList<>();
        for (Promise promise : Promise.values()) {
            if (!standing.holdback() || promise == Promise.SUCCESS || promise == Promise.ERROR) {
                statements.add(one(promise));
            }
        }
        return statements;
    }

    Statement.State state(Promise promise) {
        if (promise.guard().broken(bounds, policy)) {
            return Statement.State.BROKEN;
        }
        if (promise == Promise.CHEAPER) {
            if (!gates.burnedIn()) {
                return Statement.State.OPEN;
            }
            if (DecisionOrder.savingRuledOut(bounds, policy)) {
                return Statement.State.BROKEN;
            }
        }
        if (promise.bound(bounds, policy) == null) {
            return Statement.State.OPEN;
        }
        if (promise.kept(bounds, policy)) {
            return Statement.State.PROVEN;
        }
        return promise == Promise.LATENCY && policy.latencyProof() == LatencyProof.POINT
                ? Statement.State.BROKEN
                : Statement.State.OPEN;
    }

    /** Whether it stands in the way of a promotion; a latency that nobody knows need not be proven. */
    boolean holdsUp(Promise promise) {
        return state(promise) != Statement.State.PROVEN
                && (promise.bound(bounds, policy) != null || !promise.kept(bounds, policy));
    }

    private Statement one(Promise promise) {
        Statement.State state = state(promise);
        Double factor = state == Statement.State.OPEN ? factor(promise) : null;
        Double bound = promise.bound(bounds, policy);
        double margin = promise.margin(policy);
        long mature = evidence.epoch().matureTasks();
        return new Statement(
                promise.guard().statement(),
                promise.claim(policy),
                state,
                bound,
                bound == null ? reason(promise) : null,
                margin,
                factor == null ? null : (Long) (long) Math.ceil(factor * mature),
                factor == null ? null : days((factor - 1) * mature));
    }

    /** Why there is no bound; a breach that is certain without one is told instead. */
    private String reason(Promise promise) {
        if (promise.guard().broken(bounds, policy)) {
            return promise.guard().breach(bounds, policy);
        }
        long fewer = switch (promise) {
            case CHEAPER ->
                Math.min(evidence.cost().arm0().n(), evidence.cost().arm1().n());
            case SUCCESS -> Math.min(evidence.success().n0(), evidence.success().n1());
            case ERROR, FALLTHROUGH ->
                Math.min(
                        evidence.epoch().primary().matureTasks(),
                        evidence.epoch().challenger().matureTasks());
            case LATENCY ->
                Math.min(
                        evidence.epoch().primary().latencyMillis().n(),
                        evidence.epoch().challenger().latencyMillis().n());
        };
        return fewer == 0 ? "no data yet" : "too few tasks for a bound";
    }

    private @Nullable Double days(double moreTasks) {
        double age = evidence.epoch().ageDays();
        long tasks = evidence.epoch().tasks();
        return age < FEWEST_DAYS || tasks == 0 ? null : (Double) Math.max(0, moreTasks * age / tasks);
    }

    /** How many times the tasks so far it takes, null when it is not to be expected. */
    private @Nullable Double factor(Promise promise) {
        return switch (promise) {
            case CHEAPER -> cheaper();
            case SUCCESS -> rate(evidence.success(), -policy.margins().success());
            case ERROR -> rate(evidence.errors(), policy.margins().error());
            case FALLTHROUGH -> rate(evidence.fallthroughs(), policy.margins().fallthrough());
            case LATENCY -> null;
        };
    }

    private @Nullable Double cheaper() {
        LogRatio ratio = evidence.cost().ratio();
        if (ratio == null) {
            return null;
        }
        double stress = evidence.cost().stress();
        double target = 1 - policy.minSaving();
        DoubleUnaryOperator shortfall = r -> Math.exp(ratio.theta()
                        + MixtureBoundary.halfOneSided(ratio.se() / Math.sqrt(r), MixtureBoundary.TAU_COST, alpha))
                + stress / r
                - target;
        long fewest =
                Math.min(evidence.cost().arm0().n(), evidence.cost().arm1().n());
        return atLeast(Forecast.reach(shortfall), DecisionRule.FEWEST_TASKS, fewest);
    }

    private @Nullable Double rate(Rates rates, double margin) {
        if (rates.n0() == 0 || rates.n1() == 0) {
            return null;
        }
        double observed = rates.k1() / rates.n1() - rates.k0() / rates.n0();
        if (margin < 0 ? observed <= margin : observed >= margin) {
            return null;
        }
        DoubleUnaryOperator shortfall =
                r -> new RateDifference(r * rates.k0(), r * rates.n0(), r * rates.k1(), r * rates.n1())
                                .excludes(margin, alpha)
                        ? -1
                        : 1;
        return atLeast(Forecast.reach(shortfall), RateDifference.FEWEST_TASKS, Math.min(rates.n0(), rates.n1()));
    }

    private static @Nullable Double atLeast(@Nullable Double factor, long fewest, long now) {
        return factor == null ? null : (Double) Math.max(Math.max(1, factor), (double) fewest / now);
    }
}
