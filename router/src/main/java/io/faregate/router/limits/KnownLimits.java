package io.faregate.router.limits;

import io.faregate.router.catalog.Candidate;
import java.util.IdentityHashMap;

/** The limits of each candidate, found once for the rules in force. Confined to its thread. */
public final class KnownLimits {
    private static final int MOST = 10_000;

    private final LimitBook book;
    private final IdentityHashMap<Candidate, CandidateLimits> known = new IdentityHashMap<>();
    private Object edition;

    /** Limits of which none is known. */
    public KnownLimits(LimitBook book) {
        this.book = book;
        this.edition = book.edition();
    }

    /** Those of a candidate. */
    public CandidateLimits of(Candidate candidate, long nowNanos) {
        Object current = book.edition();
        if (edition != current || known.size() > MOST) {
            known.clear();
            edition = current;
        }
        CandidateLimits found = known.get(candidate);
        if (found == null) {
            found = book.of(candidate, nowNanos);
            known.put(candidate, found);
        }
        return found;
    }
}
