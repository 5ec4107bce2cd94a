package io.faregate.analytics.ingest;

/** Tells that a line is not spelt as the router spells its rows, which says nothing about whether it is a good one. */
@SuppressWarnings("StaticAssignmentOfThrowable")
final class Unsure extends Exception {
    /** The only one: it says nothing but that, and is thrown where a trace would cost more than the row. */
    static final Unsure UNSURE = new Unsure();

    private static final long serialVersionUID = 1;

    private Unsure() {
        super("spelt otherwise", null, false, false);
    }
}
