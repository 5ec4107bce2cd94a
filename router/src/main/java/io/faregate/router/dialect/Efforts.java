package io.faregate.router.dialect;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words for how much a model shall reason. Stateless. */
final class Efforts {
    /** Weakest first; {@code default} is Groq's word for a model that reasons or does not. */
    private static final List<String> ORDER = List.of("none", "minimal", "low", "medium", "high", "xhigh", "max");

    private Efforts() {}

    /**
     * The word to send in place of one that was asked for, or null to send none.
     *
     * @param accepted the model's words, empty when nobody knows them
     */
    static @Nullable String word(String asked, Set<String> accepted, Quirks quirks) {
        if (accepted.isEmpty()) {
            return quirks.effortNeedsList() ? null : quirks.effortWords().getOrDefault(asked, asked);
        }
        if (accepted.contains(asked)) {
            return asked;
        }
        String own = quirks.effortWords().get(asked);
        return own != null && accepted.contains(own) ? own : nearest(asked, accepted);
    }

    /** The accepted word that is nearest by order, of two the weaker; none only for none. */
    private static @Nullable String nearest(String asked, Set<String> accepted) {
        int rank = ORDER.indexOf(asked);
        if (rank < 0) {
            return null;
        }
        String best = null;
        int bestDistance = ORDER.size();
        for (int i = rank == 0 ? 0 : 1; i < ORDER.size(); i++) {
            int distance = Math.abs(i - rank);
            if (accepted.contains(ORDER.get(i)) && distance < bestDistance) {
                best = ORDER.get(i);
                bestDistance = distance;
            }
        }
        return best == null && accepted.contains("default") ? "default" : best;
    }
}
