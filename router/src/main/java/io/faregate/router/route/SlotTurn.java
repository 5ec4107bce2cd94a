package io.faregate.router.route;

import io.faregate.router.catalog.Candidate;
import java.util.List;

/** Lets the key slots of one target take turns at being first, so that none is spent before the others. Stateless. */
final class SlotTurn {
    private SlotTurn() {}

    /** The number of candidates from a place on that are slots of one target. */
    static int slots(List<Candidate> candidates, int start) {
        int end = start + 1;
        while (end < candidates.size() && together(candidates.get(start), candidates.get(end))) {
            end++;
        }
        return end - start;
    }

    /** Which of the slots of one target stands at a place among them, turned by chance. */
    static int turned(int place, int slots, long random) {
        return slots == 1 ? 0 : (int) Math.floorMod(place - Math.floorMod(random, (long) slots), (long) slots);
    }

    /** Whether key slots take turns, so that chance decides. */
    static boolean turns(List<Candidate> candidates) {
        for (int i = 1; i < candidates.size(); i++) {
            if (together(candidates.get(i - 1), candidates.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean together(Candidate left, Candidate right) {
        return left.target().name().equals(right.target().name())
                && left.model().equals(right.model());
    }
}
