package io.faregate.analytics.ingest;

/** A line that is no row; the message says why, in words for the person who looks at it later. */
final class BadRow extends Exception {
    private static final long serialVersionUID = 1L;

    BadRow(String reason) {
        super(reason, null, false, false);
    }
}
