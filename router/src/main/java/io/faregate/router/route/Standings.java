package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import io.faregate.router.health.BenchBoard;
import java.util.IdentityHashMap;

/** The standing of each candidate at one endpoint, found once. Confined to its thread. */
public final class Standings {
    private static final int MOST = 10_000;

    private final BenchBoard board;
    private final String endpoint;
    private final IdentityHashMap<Candidate, Standing> known = new IdentityHashMap<>();

    /**
     * Standings of which none is known.
     *
     * @param endpoint as {@link BenchBoard#cells(Candidate, String)} sets endpoints apart
     */
    public Standings(BenchBoard board, String endpoint) {
        this.board = board;
        this.endpoint = endpoint;
    }

    /** That of a candidate. */
    public Standing of(Candidate candidate) {
        Standing found = known.get(candidate);
        if (found == null) {
            if (known.size() >= MOST) {
                // Of configurations that are no longer in force.
                known.clear();
            }
            found = new Standing(board.cells(candidate, endpoint), candidate);
            known.put(candidate, found);
        }
        return found;
    }
}
