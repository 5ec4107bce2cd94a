package io.faregate.router.catalog;

import java.util.List;

/**
 * What every one of some candidates can serve, so that one comparison clears all of them. Immutable. A request out of
 * this reach may still be served by some of them.
 *
 * @param offers the capabilities that all of them offer
 * @param leastContextTokens the narrowest window that is known, {@link Long#MAX_VALUE} when none is
 */
public record Reach(int offers, long leastContextTokens) {
    /** The reach of these candidates; nothing is out of that of nobody. */
    public static Reach of(List<Candidate> candidates) {
        int offers = -1;
        long least = Long.MAX_VALUE;
        for (Candidate candidate : candidates) {
            offers &= candidate.offers();
            if (candidate.maxContextTokens() != Candidate.UNKNOWN) {
                least = Math.min(least, candidate.maxContextTokens());
            }
        }
        return new Reach(offers, least);
    }

    /**
     * Whether all of them can serve a request.
     *
     * @param needs mask of {@link Capability}
     * @param askedOutputTokens negative where none are asked
     */
    public boolean serves(int needs, long inputTokens, long askedOutputTokens) {
        return (needs & ~offers) == 0 && inputTokens <= leastContextTokens - Math.max(0, askedOutputTokens);
    }
}
