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
import io.faregate.router.usage.Skip;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Walks one request down its plan: which candidate next, the same again or the next one, and what to tell the client
 * when nobody is left. One instance a request; confined to the thread that serves it. The only side effects are
 * benches.
 */
public final class Failover {
    private static final long LONGEST_SAT_OUT_MILLIS = 2_000;

    private final RoutePlan plan;
    private final BenchPolicy policy;
    private final Function<Candidate, BenchCells> benches;
    private final long deadlineNanos;
    private final Attempted attempted = new Attempted();
    private final Shortfall shortfall = new Shortfall();

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
     * @param benches what may hold each candidate back
     * @param deadlineNanos its end on the monotonic clock, {@link Long#MAX_VALUE} without one
     */
    public Failover(RoutePlan plan, BenchPolicy policy, Function<Candidate, BenchCells> benches, long deadlineNanos) {
        this.plan = plan;
        this.policy = policy;
        this.benches = benches;
        this.deadlineNanos = deadlineNanos;
    }

    /** The first step, and the next one after a skip. */
    public Step next(long nowNanos) {
        if (ended != null) {
            return new Step.Reply(ended);
        }
        while (++at < plan.links().size()) {
            if (panicked || nowNanos >= deadlineNanos) {
                break;
            }
            RoutePlan.Link link = plan.links().get(at);
            Candidate candidate = link.candidate();
            if (at == 0 || !sameTarget(at, at - 1)) {
                callsOnTarget = 0;
            }
            String reason = link.reason() != null ? link.reason() : tooSmall(candidate);
            if (reason != null) {
                noteSkipped(candidate, reason);
                continue;
            }
            BenchCells cells = benches.apply(candidate);
            Bench bench = cells.benched(nowNanos);
            Probe claimed = bench == null ? cells.probe(nowNanos) : null;
            if (claimed != null) {
                probe = claimed;
                return new Step.Attempt(candidate, false, 0, false);
            }
            noteBenched(candidate, bench == null ? cells.benched(nowNanos) : bench, nowNanos);
        }
        if (calls == 0 && !panicked && soonest >= 0) {
            panicked = true;
            at = soonest;
            attempted.steps().remove(soonestEntry);
            Candidate candidate = plan.links().get(at).candidate();
            probe = benches.apply(candidate).panic();
            return new Step.Attempt(candidate, false, 0, true);
        }
        return reply(FinalAnswer.of(this, nowNanos));
    }

    /** The candidate in hand was not called: our own limits, queue or a budget were in the way. */
    public Step skipped(Shortfall.Kind kind, String reason, long freeAtNanos, long nowNanos) {
        leave();
        Candidate candidate = plan.links().get(at).candidate();
        shortfall.add(kind, reason, freeAtNanos);
        boolean head = calls == 0 && kind == Shortfall.Kind.BUDGET && at >= plan.challengerLinks() && !plan.walksOn();
        if (head) {
            return reply(Refusal.overBudget(reason, BudgetWords.of(reason, candidate)));
        }
        noteSkipped(candidate, kind == Shortfall.Kind.BUDGET ? "budget" : reason);
        return next(nowNanos);
    }

    /**
     * The call in hand failed.
     *
     * @param attempt the call as rows and answers tell it
     * @param random uniform in [0, 1), spreads the wait before a retry
     */
    public Step failed(Failure failure, Attempt attempt, long nowNanos, double random) {
        Candidate candidate = plan.links().get(at).candidate();
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
        return new Step.Attempt(plan.links().get(at).candidate(), true, 0, panicked);
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
        bench(plan.links().get(at).candidate(), failure, nowNanos);
    }

    /** The call in hand broke, and the next target is to go on from what has gone out. */
    public Step resume(Failure failure, long nowNanos) {
        broke(failure, nowNanos);
        resuming = true;
        return next(nowNanos);
    }

    /** A failure that says nothing against the provider proves it alive. */
    private void bench(Candidate candidate, Failure failure, long nowNanos) {
        boolean benched = BenchBoard.bench(benches.apply(candidate), failure, policy, nowNanos);
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
        for (int i = at + 1; i < plan.links().size() && !panicked; i++) {
            if (plan.links().get(i).reason() == null) {
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
        for (RoutePlan.Link link : plan.links()) {
            Bench bench =
                    link.reason() == null ? benches.apply(link.candidate()).benched(nowNanos) : null;
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
        return plan.links()
                .get(one)
                .candidate()
                .target()
                .name()
                .equals(plan.links().get(other).candidate().target().name());
    }

    private void noteSkipped(Candidate candidate, String reason) {
        attempted.add(new Skip(candidate.target().name(), candidate.model(), reason));
    }

    private void noteBenched(Candidate candidate, @Nullable Bench bench, long nowNanos) {
        FailureClass benchClass = bench == null ? FailureClass.UPSTREAM_5XX : bench.failureClass();
        long until = bench == null ? nowNanos : bench.untilNanos();
        boolean hard = bench != null && bench.hard();
        shortfall.add(hard ? Shortfall.Kind.HARD_BENCH : Shortfall.Kind.BENCH, benchClass.key(), until);
        if (!hard && until < soonestNanos) {
            soonest = at;
            soonestNanos = until;
            soonestEntry = attempted.steps().size();
        }
        noteSkipped(candidate, "benched:" + benchClass.key());
    }
}
