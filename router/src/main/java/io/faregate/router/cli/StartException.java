package io.faregate.router.cli;

/** The process cannot start, for a reason that a person can mend. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    StartException(String message) {
        super(message);
    }
}
