package io.faregate.router.health;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.catalog.KeySlot;
import io.faregate.router.catalog.Provider;
import io.faregate.router.catalog.Target;
import io.faregate.router.health.FailureClass.Scope;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Who may be asked now. A failure benches its scope (key slot, slot and model, target, target and model) for a time;
 * of two deadlines the later counts. When a bench has run out, one call at a time may probe; it frees the scope or
 * benches it again. Kept by name, so that a reload loses nothing.
 *
 * <p>Safe for all threads, without locks: a scope is one reference to an immutable {@link Bench}, changed by compare
 * and set. Deadlines are of a monotone clock, in nanoseconds, compared by difference as {@link System#nanoTime} asks.
 */
public final class BenchBoard {
    private final ConcurrentMap<Key, BenchCell> cells = new ConcurrentHashMap<>();

    /** Whom a cell is about; model is empty where the scope spans all. */
    private record Key(Scope scope, String holder, String model) {}

    /** The scopes a candidate lies in for chat. Resolve once, keep with the candidate: asking it costs four reads. */
    public BenchCells cells(Candidate candidate) {
        return cells(candidate, "");
    }

    /**
     * The scopes a candidate lies in. A model that a provider does not know at one endpoint may well be served at
     * another: a chat model asked for an embedding.
     *
     * @param endpoint what sets the endpoint apart where a model can be missing; empty for chat
     */
    public BenchCells cells(Candidate candidate, String endpoint) {
        String slot = candidate.slot().name();
        String target = candidate.target().name();
        return new BenchCells(
                cell(Scope.SLOT, slot, ""),
                cell(Scope.SLOT_MODEL, slot, candidate.model()),
                cell(Scope.TARGET, target, ""),
                cell(Scope.TARGET_MODEL, target, candidate.model() + endpoint));
    }

    private BenchCell cell(Scope scope, String holder, String model) {
        Key key = new Key(scope, holder, model);
        BenchCell known = cells.get(key);
        if (known != null) {
            return known;
        }
        BenchCell fresh = new BenchCell();
        BenchCell other = cells.putIfAbsent(key, fresh);
        return other == null ? fresh : other;
    }

    /**
     * Benches the scope of a failure, unless the class benches nobody; a told wait takes the place of the configured
     * time. A running bench is never shortened.
     *
     * @return whether the scope is benched now
     */
    public static boolean bench(BenchCells of, Failure failure, BenchPolicy policy, long nowNanos) {
        long nanos = nanos(failure, policy);
        if (nanos <= 0) {
            return false;
        }
        of.cell(failure.failureClass().scope())
                .extend(new Bench(failure.failureClass(), nowNanos + nanos, false), nowNanos);
        return true;
    }

    /** How long a failure benches; 0 for not at all. A class configured to 0 stays free whatever is told. */
    public static long nanos(Failure failure, BenchPolicy policy) {
        long configured = policy.benchNanos(failure.failureClass());
        if (!failure.benches() || configured <= 0) {
            return 0;
        }
        return failure.retryAfterMillis() == Failure.NOT_TOLD ? configured : failure.retryAfterMillis() * 1_000_000L;
    }

    /** Frees a target: itself, its models, and the key slots of its provider. */
    public void clear(Target target) {
        cells.forEach((key, cell) -> {
            if (concerns(key, target.name(), target.provider())) {
                cell.clear();
            }
        });
    }

    /** Told of benches that run. */
    public interface Visitor {
        /** A bench and whom it holds back; the model is empty where the scope spans all. */
        void visit(Scope scope, String holder, String model, Bench bench);
    }

    /** Shows all benches that run. */
    public void visit(long nowNanos, Visitor visitor) {
        cells.forEach((key, cell) -> {
            Bench bench = cell.running(nowNanos);
            if (bench != null) {
                visitor.visit(key.scope(), key.holder(), key.model(), bench);
            }
        });
    }

    /** Puts a bench in place that another replica found, unless a running one ends later. */
    public void put(Scope scope, String holder, String model, Bench bench, long nowNanos) {
        cell(scope, holder, model).extend(bench, nowNanos);
    }

    /** The bench of a provider and of those targets of it that runs longest, or null when all are free. */
    public @Nullable Bench longest(Provider provider, List<Target> targets, long nowNanos) {
        Bench longest = null;
        for (var entry : cells.entrySet()) {
            Bench bench = entry.getValue().running(nowNanos);
            if (bench != null && concerns(entry.getKey(), provider, targets)) {
                longest = longest == null || bench.untilNanos() - longest.untilNanos() > 0 ? bench : longest;
            }
        }
        return longest;
    }

    private static boolean concerns(Key key, Provider provider, List<Target> targets) {
        for (Target target : targets) {
            if (target.provider().name().equals(provider.name()) && concerns(key, target.name(), provider)) {
                return true;
            }
        }
        return concerns(key, "", provider);
    }

    private static boolean concerns(Key key, String target, Provider provider) {
        if (key.scope() == Scope.TARGET || key.scope() == Scope.TARGET_MODEL) {
            return key.holder().equals(target);
        }
        for (KeySlot slot : provider.slots()) {
            if (slot.name().equals(key.holder())) {
                return true;
            }
        }
        return false;
    }
}
