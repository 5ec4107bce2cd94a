package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets the key slots of one target take turns at being first, so that none is spent before the others. Stateless. */
final class SlotTurn {
    private SlotTurn() {}

    /**
     * The candidates with the slots of each target turned by chance;
     * the list itself where there is nothing to turn.
     */
    static List<Candidate> turned(List<Candidate> candidates, long random) {
        @Nullable List<Candidate> turned = null;
        int start = 0;
        for (int end = 1; end <= candidates.size(); end++) {
            if (end == candidates.size() || !together(candidates.get(start), candidates.get(end))) {
                int slots = end - start;
                if (slots > 1) {
                    if (turned == null) {
                        turned = new ArrayList<>(candidates);
                    }
                    Collections.rotate(turned.subList(start, end), Math.floorMod(random, slots));
                }
                start = end;
            }
        }
        return turned == null ? candidates : turned;
    }

    private static boolean together(Candidate left, Candidate right) {
        return left.target().name().equals(right.target().name())
                && left.model().equals(right.model());
    }
}
