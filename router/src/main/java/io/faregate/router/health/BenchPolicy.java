package io.faregate.router.health;

import java.util.EnumMap;
import java.util.Map;

/** How long each class benches and whether the chain goes on after it, as configured. Immutable. */
public final class BenchPolicy {
    private final Map<FailureClass, Long> benchNanos;
    private final Map<FailureClass, Boolean> movesOn;

    /** Overrides of the defaults in {@link FailureClass}; a class not named keeps its default. */
    public BenchPolicy(Map<FailureClass, Long> benchNanos, Map<FailureClass, Boolean> movesOn) {
        this.benchNanos = new EnumMap<>(FailureClass.class);
        this.movesOn = new EnumMap<>(FailureClass.class);
        for (FailureClass failureClass : FailureClass.values()) {
            this.benchNanos.put(failureClass, failureClass.benchSeconds() * 1_000_000_000L);
            this.movesOn.put(failureClass, failureClass.movesOn());
        }
        this.benchNanos.putAll(benchNanos);
        this.movesOn.putAll(movesOn);
    }

    /** The bench of a class unless a wait was told; 0 benches nobody. */
    public long benchNanos(FailureClass failureClass) {
        return benchNanos.getOrDefault(failureClass, 0L);
    }

    /** Whether the next target is tried. */
    public boolean movesOn(FailureClass failureClass) {
        return movesOn.getOrDefault(failureClass, false);
    }
}
