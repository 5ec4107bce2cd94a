package io.faregate.analytics.promote;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a canary stands on one router, as of the last round. Immutable.
 *
 * @param router whose canary it is
 * @param running what it has in force; null when it did not tell
 * @param stage of the walk
 * @param says what was done in the last round, or why nothing
 * @param waitingFor what the next move still needs; empty when nothing is waited for
 * @param next what comes when that is there; null when nothing will
 * @param lastAction the last move that the router took from this process; null before the first
 * @param lastError what last went wrong, be it over or not; null if nothing has
 */
public record Walk(
        URI router,
        @Nullable Running running,
        Stage stage,
        String says,
        List<String> waitingFor,
        @Nullable Move next,
        @Nullable Event lastAction,
        @Nullable Event lastError) {

    /** The stretches of a walk. */
    public enum Stage {
        /** On a step of the ramp. */
        STEP,
        /** After a promotion, with the arms exchanged. */
        CHECK,
        /** No task goes to the challenger. */
        OFF,
        /** A file leaves the promotion to a person. */
        PERSON,
        /** The router did not tell. */
        UNKNOWN
    }

    /** Something that happened, microseconds since 1970. */
    public record Event(long tsMicros, String what) {}

    /** Copies the list. */
    public Walk {
        waitingFor = List.copyOf(waitingFor);
    }
}
