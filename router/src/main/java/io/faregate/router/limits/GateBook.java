package io.faregate.router.limits;

import io.faregate.router.catalog.Target;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The gate of each target that has one, kept by name, so that who is inside outlives a reload. Thread-safe. */
public final class GateBook {
    private final ConcurrentMap<String, ConcurrencyGate> gates = new ConcurrentHashMap<>();

    /** Puts the bounds of these targets in force; who is inside stays. */
    public void replace(List<Target> targets) {
        for (Target target : targets) {
            ConcurrencyGate gate = gates.get(target.name());
            if (gate != null) {
                gate.resize(target.maxConcurrent(), target.maxQueued());
            }
        }
    }

    /** The gate of a target, always the same one, or null when the target has no bound. */
    public @Nullable ConcurrencyGate of(Target target) {
        ConcurrencyGate known = gates.get(target.name());
        if (known != null || target.maxConcurrent() == Long.MAX_VALUE) {
            return known;
        }
        ConcurrencyGate fresh = new ConcurrencyGate(target.maxConcurrent(), target.maxQueued());
        ConcurrencyGate other = gates.putIfAbsent(target.name(), fresh);
        return other == null ? fresh : other;
    }
}
