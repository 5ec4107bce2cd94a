package io.faregate.router.rank;

import io.faregate.router.catalog.Candidate;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What has been measured of each model at each target; it outlives reloads. Thread-safe. */
public final class LatencyBook {
    private final ConcurrentMap<Key, LatencyCell> cells = new ConcurrentHashMap<>();
    private final long originNanos;

    /**
     * A book in which nothing is measured.
     *
     * @param originNanos an instant before the first use
     */
    public LatencyBook(long originNanos) {
        this.originNanos = originNanos;
    }

    /** The cell of a candidate, always the same one; worth keeping, since it is found by name. */
    public LatencyCell cell(Candidate candidate) {
        Key key = new Key(candidate.target().name(), candidate.model());
        LatencyCell known = cells.get(key);
        if (known != null) {
            return known;
        }
        LatencyCell fresh = new LatencyCell(originNanos);
        LatencyCell other = cells.putIfAbsent(key, fresh);
        return other == null ? fresh : other;
    }

    private record Key(String target, String model) {
        // By hand: what the compiler makes of it goes through method handles, which each call would pay.
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && target.equals(key.target) && model.equals(key.model);
        }

        @Override
        public int hashCode() {
            return 31 * target.hashCode() + model.hashCode();
        }
    }
}
