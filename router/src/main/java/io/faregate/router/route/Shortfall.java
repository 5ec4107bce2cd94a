package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import org.jspecify.annotations.Nullable;

/** Why candidates were passed over since the last call. Confined to its {@link Failover}. */
public final class Shortfall {
    /** What was in the way. */
    public enum Kind {
        /** Benched for trouble. */
        BENCH,
        /** Benched for its key or its money, where trying again cannot help. */
        HARD_BENCH,
        /** Our own rate limits. */
        LIMIT,
        /** Our own queue for the target is full. */
        QUEUE,
        /** A budget cannot bear it. */
        BUDGET
    }

    private static final int KINDS = Kind.values().length;

    private int @Nullable [] counts;
    private long freeAtNanos = Long.MAX_VALUE;
    private @Nullable Dear dear;
    private @Nullable Candidate dearCandidate;

    /** The first that a budget could not bear is remembered. */
    void add(Dear found, Candidate candidate) {
        add(Kind.BUDGET, Long.MAX_VALUE);
        if (dear == null) {
            dear = found;
            dearCandidate = candidate;
        }
    }

    void add(Kind kind, long untilNanos) {
        int[] known = counts == null ? new int[KINDS] : counts;
        counts = known;
        known[kind.ordinal()]++;
        freeAtNanos = Math.min(freeAtNanos, untilNanos);
    }

    /** As if nobody had ever been passed over. */
    void reset() {
        clear();
        freeAtNanos = Long.MAX_VALUE;
    }

    void clear() {
        counts = null;
        dear = null;
        dearCandidate = null;
    }

    /** Whether candidates were passed over, and all for that reason. */
    boolean only(Kind kind) {
        int others = 0;
        for (Kind each : Kind.values()) {
            others += each == kind ? 0 : count(each);
        }
        return count(kind) > 0 && others == 0;
    }

    int count(Kind kind) {
        return counts == null ? 0 : counts[kind.ordinal()];
    }

    long freeAtNanos() {
        return freeAtNanos;
    }

    /** What is told when only budgets were in the way, or null. */
    @Nullable
    Refusal overBudget() {
        Dear found = dear;
        Candidate candidate = dearCandidate;
        if (found == null || candidate == null || !only(Kind.BUDGET)) {
            return null;
        }
        String amounts = found.lack() == null ? "" : " " + BudgetWords.of(found, candidate);
        return Refusal.overBudget(found, "No target is left that fits the budget." + amounts);
    }
}
