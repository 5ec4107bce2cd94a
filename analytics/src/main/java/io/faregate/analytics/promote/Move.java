package io.faregate.analytics.promote;

/** What to do with a route's canary next: one of four, and why. Immutable. */
public sealed interface Move {
    /** Why, as a person reads it. */
    String why();

    /** Nothing. */
    record Rest(String why) implements Move {}

    /**
     * Another share for the challenger.
     *
     * @param percent 0 to 100
     */
    record Share(double percent, String why) implements Move {}

    /** The challenger becomes the primary, and yesterday's primary keeps the share as a check. */
    record Promote(String why) implements Move {}

    /** Every task goes to the primary of the file. */
    record RollBack(String why) implements Move {}
}
