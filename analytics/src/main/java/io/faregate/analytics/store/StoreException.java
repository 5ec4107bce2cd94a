package io.faregate.analytics.store;

/** The database refused or lost a statement; nothing of the batch at hand was stored. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what was attempted and why it failed. */
    public StoreException(String message, Throwable cause) {
        super(message + ": " + cause.getMessage(), cause);
    }

    /** With what was found instead of what was expected. */
    StoreException(String message) {
        super(message);
    }
}
