package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.Bench;
import io.faregate.router.health.BenchBoard;
import io.faregate.router.health.BenchCells;
import io.faregate.router.health.BenchPolicy;
import io.faregate.router.health.Failure;
import io.faregate.router.health.FailureClass;
import io.faregate.router.health.Probe;
import io.faregate.router.usage.Attempt;
import io.faregate.router.usage.Attempted;
import org.jspecify.annotations.Nullable;

/**
 * Walks one request down its plan: which candidate next, the same again or the next one, and what to tell the client
 * when nobody is left. Confined to the thread that serves the request; {@link Walks} lets the next one have it. The
 * only side effects are benches.
 */
public final class Failover {
    private static final long LONGEST_SAT_OUT_MILLIS = 2_000;

    private final Shortfall shortfall = new Shortfall();
    private RoutePlan plan;
    private BenchPolicy policy;
    private Standings standings;
    private Attempted attempted;
    private long deadlineNanos;

    private int at = -1;
    private int callsOnTarget;
    private int calls;
    private Probe probe = Probe.NONE;
    private boolean panicked;
    private boolean resuming;
    private int soonest = -1;
    private int soonestEntry;
    private long soonestNanos = Long.MAX_VALUE;
    private long windowFloorTokens;
    private @Nullable Failure last;
    private @Nullable Refusal ended;

    /**
     * A walk over a plan.
     *
     * @param standings what may hold each candidate back
     * @param attempted told what is tried and passed over
     * @param deadlineNanos its end on the monotonic clock, {@link Long#MAX_VALUE} without one
     */
    public Failover(RoutePlan plan, BenchPolicy policy, Standings standings, Attempted attempted, long deadlineNanos) {
        this.plan = plan;
        this.policy = policy;
        this.standings = standings;
        this.attempted = attempted;
        this.deadlineNanos = deadlineNanos;
    }

    /** Makes this walk, which nobody uses any more, one over another plan. */
    void again(
            RoutePlan nextPlan,
            BenchPolicy nextPolicy,
            Standings nextStandings,
            Attempted nextAttempted,
            long nextDeadlineNanos) {
        plan = nextPlan;
        policy = nextPolicy;
        standings = nextStandings;
        attempted = nextAttempted;
        deadlineNanos = nextDeadlineNanos;
        shortfall.reset();
        at = -1;
        callsOnTarget = 0;
        calls = 0;
        probe = Probe.NONE;
        panicked = false;
        resuming = false;
        soonest = -1;
        soonestEntry = 0;
        soonestNanos = Long.MAX_VALUE;
        windowFloorTokens = 0;
        last = null;
        ended = null;
    }

    /** The first step, and the next one after a skip. */
    public Step next(long nowNanos) {
        if (ended != null) {
            return new Step.Reply(ended);
        }
        while (plan.has(++at)) {
            if (panicked || nowNanos >= deadlineNanos) {
                break;
            }
            Candidate candidate = plan.candidate(at);
            if (at == 0 || !sameTarget(at, at - 1)) {
                callsOnTarget = 0;
            }
            String unfit = plan.reason(at);
            String reason = unfit != null ? unfit : tooSmall(candidate);
            if (reason != null) {
                noteSkipped(candidate, reason);
                continue;
            }
            Standing standing = standings.of(candidate);
            BenchCells cells = standing.benches();
            Bench bench = cells.benched(nowNanos);
            Probe claimed = bench == null ? cells.probe(nowNanos) : null;
            if (claimed != null) {
                probe = claimed;
                return standing.call();
            }
            noteBenched(candidate, bench == null ? cells.benched(nowNanos) : bench, nowNanos);
        }
        if (calls == 0 && !panicked && soonest >= 0) {
            panicked = true;
            at = soonest;
            attempted.steps().remove(soonestEntry);
            Candidate candidate = plan.candidate(at);
            probe = standings.of(candidate).benches().panic();
            return new Step.Attempt(candidate, false, 0, true);
        }
        return reply(FinalAnswer.of(this, nowNanos));
    }

    /** The candidate in hand was not called: our own limits, queue or a budget were in the way. */
    public Step skipped(Shortfall.Kind kind, String reason, long freeAtNanos, long nowNanos) {
        if (kind == Shortfall.Kind.BUDGET) {
            return tooDear(Dear.of(reason), nowNanos);
        }
        leave();
        shortfall.add(kind, freeAtNanos);
        noteSkipped(plan.candidate(at), reason);
        return next(nowNanos);
    }

    /** The candidate in hand was not called: a budget cannot bear it. */
    public Step tooDear(Dear dear, long nowNanos) {
        leave();
        Candidate candidate = plan.candidate(at);
        shortfall.add(dear, candidate);
        if (calls == 0 && at >= plan.challengerLinks() && !plan.walksOn()) {
            return reply(Refusal.overBudget(dear, BudgetWords.of(dear, candidate)));
        }
        noteSkipped(candidate, "budget");
        return next(nowNanos);
    }

    /**
     * The call in hand failed.
     *
     * @param attempt the call as rows and answers tell it
     * @param random uniform in [0, 1), spreads the wait before a retry
     */
    public Step failed(Failure failure, Attempt attempt, long nowNanos, double random) {
        Candidate candidate = plan.candidate(at);
        calls++;
        callsOnTarget++;
        last = failure;
        shortfall.clear();
        attempted.add(attempt);
        if (failure.failureClass() == FailureClass.CONTEXT_LENGTH) {
            windowFloorTokens = Math.max(windowFloorTokens, candidate.maxContextTokens());
        }
        long waitNanos = Backoff.waitNanos(candidate.target(), failure, callsOnTarget, random, LONGEST_SAT_OUT_MILLIS);
        if (waitNanos >= 0 && nowNanos + waitNanos < deadlineNanos) {
            return new Step.Attempt(candidate, true, waitNanos, panicked);
        }
        bench(candidate, failure, nowNanos);
        // What a target can't go on from, such as a turn of the assistant at the end, another may.
        boolean another = resuming && failure.failureClass() == FailureClass.BAD_REQUEST;
        boolean goesOn = policy.movesOn(failure.failureClass()) || at < plan.challengerLinks() || another;
        return goesOn ? next(nowNanos) : reply(FinalAnswer.of(this, nowNanos));
    }

    /** The call in hand answered in a way that the same target is asked to correct, once; nobody is benched. */
    public Step askedToCorrect(Attempt attempt) {
        calls++;
        callsOnTarget++;
        shortfall.clear();
        attempted.add(attempt);
        return new Step.Attempt(plan.candidate(at), true, 0, panicked);
    }

    /** The call in hand answers: nobody else will be asked. Told again with its final form when a stream ends. */
    public void served(Attempt attempt) {
        calls++;
        attempted.add(attempt);
        probe.succeeded();
    }

    /** The call in hand was given up because the client left or we are shutting down: nobody's failure. */
    public void abandoned(Attempt attempt) {
        leave();
        attempted.add(attempt);
    }

    /** The call in hand broke after content had gone out. */
    public void broke(Failure failure, long nowNanos) {
        bench(plan.candidate(at), failure, nowNanos);
    }

    /** The call in hand broke, and the next target is to go on from what has gone out. */
    public Step resume(Failure failure, long nowNanos) {
        broke(failure, nowNanos);
        resuming = true;
        return next(nowNanos);
    }

    /** A failure that says nothing against the provider proves it alive. */
    private void bench(Candidate candidate, Failure failure, long nowNanos) {
        boolean benched = BenchBoard.bench(standings.of(candidate).benches(), failure, policy, nowNanos);
        boolean alive = !benched && failure.status() >= 400 && failure.status() < 500;
        if (alive) {
            probe.succeeded();
        } else {
            probe.release();
        }
    }

    /** The request ends without a verdict on the call in hand: the client left, or we are shutting down. */
    public void leave() {
        probe.release();
    }

    /** Whether a candidate after the one in hand could still be asked. */
    public boolean othersLeft() {
        for (int i = at + 1; !panicked && plan.has(i); i++) {
            if (plan.reason(i) == null) {
                return true;
            }
        }
        return false;
    }

    /** Each target tried or skipped so far, in order. */
    public Attempted attempted() {
        return attempted;
    }

    /** Calls made so far. */
    public int calls() {
        return calls;
    }

    RoutePlan plan() {
        return plan;
    }

    Shortfall shortfall() {
        return shortfall;
    }

    @Nullable
    Failure last() {
        return last;
    }

    boolean deadlinePassed(long nowNanos) {
        return nowNanos >= deadlineNanos;
    }

    /** When the first suitable candidate is free again, {@link Long#MAX_VALUE} when none is benched. */
    long freeAtNanos(long nowNanos) {
        long free = Long.MAX_VALUE;
        for (int i = 0; plan.has(i); i++) {
            Bench bench = plan.reason(i) == null
                    ? standings.of(plan.candidate(i)).benches().benched(nowNanos)
                    : null;
            if (bench != null) {
                free = Math.min(free, bench.untilNanos());
            }
        }
        return Math.min(free, shortfall.freeAtNanos());
    }

    private Step reply(Refusal refusal) {
        ended = refusal;
        return new Step.Reply(refusal);
    }

    private @Nullable String tooSmall(Candidate candidate) {
        boolean known = candidate.maxContextTokens() != Candidate.UNKNOWN;
        return known && windowFloorTokens > 0 && candidate.maxContextTokens() <= windowFloorTokens
                ? Suitability.WINDOW
                : null;
    }

    private boolean sameTarget(int one, int other) {
        return plan.candidate(one)
                .target()
                .name()
                .equals(plan.candidate(other).target().name());
    }

    private void noteSkipped(Candidate candidate, String reason) {
        attempted.add(standings.of(candidate).skip(reason));
    }

    private void noteBenched(Candidate candidate, @Nullable Bench bench, long nowNanos) {
        FailureClass benchClass = bench == null ? FailureClass.UPSTREAM_5XX : bench.failureClass();
        long until = bench == null ? nowNanos : bench.untilNanos();
        boolean hard = bench != null && bench.hard();
        shortfall.add(hard ? Shortfall.Kind.HARD_BENCH : Shortfall.Kind.BENCH, until);
        if (!hard && until < soonestNanos) {
            soonest = at;
            soonestNanos = until;
            soonestEntry = attempted.steps().size();
        }
        noteSkipped(candidate, "benched:" + benchClass.key());
    }
}
