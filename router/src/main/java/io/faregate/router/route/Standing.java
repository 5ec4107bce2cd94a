package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchCells;
import io.faregate.router.usage.Skip;
import org.jspecify.annotations.Nullable;

/** What a walk needs of a candidate each time it comes by, made once. Confined to its thread. */
public final class Standing {
    private final BenchCells benches;
    private final Step.Attempt call;
    private @Nullable Skip lastSkip;

    Standing(BenchCells benches, Candidate candidate) {
        this.benches = benches;
        this.call = new Step.Attempt(candidate, false, 0, false);
    }

    /** What may hold it back. */
    public BenchCells benches() {
        return benches;
    }

    /** The step that calls it for the first time. */
    Step.Attempt call() {
        return call;
    }

    /** That it was passed over; the reason is mostly that of the last time. */
    Skip skip(String reason) {
        Skip known = lastSkip;
        if (known == null || !known.reason().equals(reason)) {
            Candidate candidate = call.candidate();
            known = new Skip(candidate.target().name(), candidate.model(), reason);
            lastSkip = known;
        }
        return known;
    }
}
