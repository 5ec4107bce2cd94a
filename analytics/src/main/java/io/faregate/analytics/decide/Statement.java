package io.faregate.analytics.decide;

import org.jspecify.annotations.Nullable;

/**
 * One thing a promotion needs, and how far it is. Immutable.
 *
 * @param name cheaper, success, error, fallthrough or latency
 * @param claim what it says, in words
 * @param state how it stands
 * @param bound the bound that is held against the margin, null when there is none yet
 * @param reason why there is no bound, null when there is one
 * @param margin what the bound must pass
 * @param forecastTasks mature tasks of both arms at which it would be proven if the figures stay, null when proven,
 *     broken, or not to be expected
 * @param forecastDays days from now until then, null likewise
 */
public record Statement(
        String name,
        String claim,
        State state,
        @Nullable Double bound,
        @Nullable String reason,
        double margin,
        @Nullable Long forecastTasks,
        @Nullable Double forecastDays) {

    /** How a statement stands. */
    public enum State {
        /** The bound passes the margin. */
        PROVEN("proven"),
        /** Not yet, in either direction. */
        OPEN("open"),
        /** The opposite is proven. */
        BROKEN("broken");

        private final String wireName;

        State(String wireName) {
            this.wireName = wireName;
        }

        /** The name in answers. */
        public String wireName() {
            return wireName;
        }
    }
}
