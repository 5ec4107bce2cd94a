package io.faregate.router.health;

import io.faregate.router.health.FailureClass.Scope;
import org.jspecify.annotations.Nullable;

/** The four scopes a candidate lies in. Safe for all threads. */
public final class BenchCells {
    private final BenchCell slot;
    private final BenchCell slotModel;
    private final BenchCell target;
    private final BenchCell targetModel;

    BenchCells(BenchCell slot, BenchCell slotModel, BenchCell target, BenchCell targetModel) {
        this.slot = slot;
        this.slotModel = slotModel;
        this.target = target;
        this.targetModel = targetModel;
    }

    /**
     * What holds the candidate back: a hard bench before others, else the one that ends last; a scope that is being
     * probed counts as benched. Null when it may be asked (see {@link #probe}).
     */
    public @Nullable Bench benched(long nowNanos) {
        return worse(
                worse(held(slot, nowNanos), held(slotModel, nowNanos)),
                worse(held(target, nowNanos), held(targetModel, nowNanos)));
    }

    /**
     * Claims the right to a call: {@link Probe#NONE} where no bench has to be probed, a probe where one has run out,
     * null when somebody else is probing or a bench runs. A probe must be ended, on every ending.
     */
    public @Nullable Probe probe(long nowNanos) {
        if (slot.bench() == null
                && slotModel.bench() == null
                && target.bench() == null
                && targetModel.bench() == null) {
            return Probe.NONE;
        }
        Probe probe = new Probe(false);
        for (BenchCell cell : new BenchCell[] {slot, slotModel, target, targetModel}) {
            Bench bench = cell.bench();
            if (bench != null && (bench.runs(nowNanos) || !probe.claim(cell, bench))) {
                probe.release();
                return null;
            }
        }
        return probe;
    }

    /** A try in spite of all benches: it claims nothing, but if it succeeds, the benches it looked past are over. */
    public Probe panic() {
        Probe probe = new Probe(true);
        for (BenchCell cell : new BenchCell[] {slot, slotModel, target, targetModel}) {
            Bench bench = cell.bench();
            if (bench != null) {
                probe.watch(cell, bench);
            }
        }
        return probe;
    }

    BenchCell cell(Scope scope) {
        return switch (scope) {
            case SLOT -> slot;
            case SLOT_MODEL -> slotModel;
            case TARGET -> target;
            case TARGET_MODEL -> targetModel;
        };
    }

    private static @Nullable Bench held(BenchCell cell, long nowNanos) {
        Bench bench = cell.bench();
        return bench != null && (bench.runs(nowNanos) || bench.probing()) ? bench : null;
    }

    private static @Nullable Bench worse(@Nullable Bench a, @Nullable Bench b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        if (a.hard() != b.hard()) {
            return a.hard() ? a : b;
        }
        return a.untilNanos() - b.untilNanos() >= 0 ? a : b;
    }
}
